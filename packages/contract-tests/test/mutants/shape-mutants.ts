import { alterError, alterStatus, alterSuccess, intercept, type Mutant, withJson } from "./mutant.ts";

/** Responses that do not have the shape or the status of the specification. */
export const shapeMutants: readonly Mutant[] = [
  {
    name: "userId is missing in the list of agents",
    statements: ["2.agent.userId", "4.GET /agents"],
    apply: alterSuccess("listAgents", "data[].userId", () => undefined),
  },
  {
    name: "the list of agents shows a field that the specification does not have",
    statements: ["4.GET /agents.active"],
    apply: alterSuccess("listAgents", "data[].isActive", () => true),
  },
  {
    name: "the list of agents is not wrapped in data",
    statements: ["2.wrapper"],
    apply: alterSuccess("listAgents", "", (body) => Reflect.get(Object(body), "data")),
  },
  {
    name: "createAgent returns 200 in place of 201",
    statements: ["4.POST /agents", "7.success"],
    apply: alterStatus("createAgent", 201, 200),
  },
  {
    name: "createAgent returns an image",
    statements: ["2.agent.image", "4.POST /agents"],
    apply: alterSuccess("createAgent", "data.image", () => "https://images.example.com/a.png"),
  },
  {
    name: "updateAgent returns id in place of memberId",
    statements: ["2.agent.memberId", "4.PATCH /agents/{id}"],
    apply: alterSuccess("updateAgent", "data", (agent) => {
      const { memberId, ...others } = Object(agent);
      return { id: memberId, ...others };
    }),
  },
  {
    name: "deleteAgent wraps its response in data",
    statements: ["2.wrapper", "4.DELETE /agents/{id}"],
    apply: alterSuccess("deleteAgent", "", (body) => ({ data: body })),
  },
  {
    name: "deleteAgent returns success: false",
    statements: ["4.DELETE /agents/{id}"],
    apply: alterSuccess("deleteAgent", "success", () => false),
  },
  {
    name: "createCall returns 201 in place of 202",
    statements: ["4.POST /calls", "7.success"],
    apply: alterStatus("createCall", 202, 201),
  },
  {
    name: "a category's rules lack their expression",
    statements: ["2.category-detail.targetingRules"],
    apply: alterSuccess("getCategory", "data.targetingRules[].expression", () => undefined),
  },
  {
    name: "the overall score is a string",
    statements: ["2.analysis.score"],
    apply: alterSuccess("getCallAnalysis", "data.analysis.score", String),
  },
  {
    name: "a null extraction is left out",
    statements: ["2.analysis.extractions"],
    apply: alterSuccess("getCallAnalysis", "data.analysis.extractions", () => undefined),
  },
  {
    name: "added_count is a string",
    statements: ["4.POST /v1/campaigns/{campaign_id}/prospects-zap"],
    apply: alterSuccess("addProspect", "added_count", String),
  },
  {
    name: "the campaign's detail is an object",
    statements: ["7.simple"],
    apply: alterError("addProspect", "detail", (detail) => (Array.isArray(detail) ? detail : { message: detail })),
  },
  {
    name: "the campaign's list of details does not name the place of the error",
    statements: ["7.validation"],
    apply: alterError("addProspect", "detail[].loc", () => undefined),
  },
  {
    name: "JSON has the content type of HTML",
    statements: ["4.json.responses"],
    apply: intercept("listCategories", async (_request, forward) => {
      const response = await forward();
      return new Response(await response.text(), { status: response.status, headers: { "content-type": "text/html" } });
    }),
  },
  {
    name: "an unknown call returns a server error",
    statements: ["4.GET /calls/{callId}/analysis.callId"],
    apply: intercept("getCallAnalysis", async (_request, forward) => {
      const response = await forward();
      return response.status === 404 ? withJson(response, await response.json(), 500) : response;
    }),
  },
];

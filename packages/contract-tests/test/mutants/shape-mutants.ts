import { alterError, alterStatus, alterSuccess, intercept, type Mutant, withJson } from "./mutant.ts";

/** Responses that do not have the shape or the status of the specification. */
export const shapeMutants: readonly Mutant[] = [
  {
    name: "userId is missing in the list of agents",
    breaks: "section 4, Agents, GET /agents",
    apply: alterSuccess("listAgents", "data[].userId", () => undefined),
  },
  {
    name: "the list of agents shows a field that the specification does not have",
    breaks: "section 4, Agents, GET /agents",
    apply: alterSuccess("listAgents", "data[].isActive", () => true),
  },
  {
    name: "the list of agents is not wrapped in data",
    breaks: "section 4, Agents, GET /agents",
    apply: alterSuccess("listAgents", "", (body) => Reflect.get(Object(body), "data")),
  },
  {
    name: "createdAt of an agent is in Indian time",
    breaks: "section 2, Timestamps",
    apply: alterSuccess("listAgents", "data[].createdAt", (text) => String(text).replace("Z", "+05:30")),
  },
  {
    name: "createAgent returns 200 in place of 201",
    breaks: "section 4, Agents, POST /agents",
    apply: alterStatus("createAgent", 201, 200),
  },
  {
    name: "createAgent returns an image",
    breaks: "section 2, Agent, image and createdAt",
    apply: alterSuccess("createAgent", "data.image", () => "https://images.example.com/a.png"),
  },
  {
    name: "updateAgent returns id in place of memberId",
    breaks: "section 2, Agent, memberId",
    apply: alterSuccess("updateAgent", "data", (agent) => {
      const { memberId, ...others } = Object(agent);
      return { id: memberId, ...others };
    }),
  },
  {
    name: "deleteAgent wraps its response in data",
    breaks: "section 4, Agents, DELETE /agents/{id}",
    apply: alterSuccess("deleteAgent", "", (body) => ({ data: body })),
  },
  {
    name: "deleteAgent returns success: false",
    breaks: "section 4, Agents, DELETE /agents/{id}",
    apply: alterSuccess("deleteAgent", "success", () => false),
  },
  {
    name: "createCall returns 201 in place of 202",
    breaks: "section 2, Call (as created)",
    apply: alterStatus("createCall", 202, 201),
  },
  {
    name: "a category's rules lack their expression",
    breaks: "section 2, Category detail",
    apply: alterSuccess("getCategory", "data.targetingRules[].expression", () => undefined),
  },
  {
    name: "the overall score is a string",
    breaks: "section 2, Call analysis",
    apply: alterSuccess("getCallAnalysis", "data.analysis.score", String),
  },
  {
    name: "a null extraction is left out",
    breaks: "section 2, Call analysis",
    apply: alterSuccess("getCallAnalysis", "data.analysis.extractions", () => undefined),
  },
  {
    name: "added_count is a string",
    breaks: "section 4, Campaigns",
    apply: alterSuccess("addProspect", "added_count", String),
  },
  {
    name: "the campaign's detail is an object",
    breaks: "section 7, Simple error",
    apply: alterError("addProspect", "detail", (detail) => (Array.isArray(detail) ? detail : { message: detail })),
  },
  {
    name: "the campaign's list of details does not name the place of the error",
    breaks: "section 7, Validation error",
    apply: alterError("addProspect", "detail[].loc", () => undefined),
  },
  {
    name: "JSON has the content type of HTML",
    breaks: "section 4, Categories, GET /categories",
    apply: intercept("listCategories", async (_request, forward) => {
      const response = await forward();
      return new Response(await response.text(), { status: response.status, headers: { "content-type": "text/html" } });
    }),
  },
  {
    name: "an unknown call returns a server error",
    breaks: "section 4, Calls, GET /calls/{callId}/analysis",
    apply: intercept("getCallAnalysis", async (_request, forward) => {
      const response = await forward();
      return response.status === 404 ? withJson(response, await response.json(), 500) : response;
    }),
  },
];

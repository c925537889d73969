import { alterRequest, alterStatus, alterSuccess, intercept, type Mutant, withJson } from "./mutant.ts";

/** Mutants that accept what must be refused, refuse what must be accepted, or answer with another status. */
export const acceptanceMutants: readonly Mutant[] = [
  {
    name: "an agent without a name or an e-mail is accepted",
    statements: ["4.POST /agents.body"],
    apply: alterRequest("createAgent", "", (body) => ({
      ...{ name: "Nobody", email: "nobody@example.com" },
      ...nonEmpty(Object(body)),
    })),
  },
  {
    name: "any text is accepted as an agent's e-mail",
    statements: ["4.POST /agents.body"],
    apply: alterRequest("createAgent", "email", (email) =>
      typeof email === "string" && !email.endsWith(".com") ? "nobody@example.com" : email,
    ),
  },
  {
    name: "an update of an unknown agent succeeds",
    statements: ["4.PATCH /agents/{id}.id"],
    apply: alterStatus("updateAgent", 404, 200),
  },
  {
    name: "an update with an empty body is refused",
    statements: ["4.PATCH /agents/{id}.body"],
    apply: intercept("updateAgent", async ({ init }, forward) => {
      const response = await forward();
      return init.body === "{}" ? withJson(response, { error: { code: "invalid_input" } }, 400) : response;
    }),
  },
  {
    name: "a file name without a media type is enough for a grant",
    statements: ["4.POST /calls/presigned-url.body"],
    apply: alterRequest("createUploadUrl", "contentType", (type) => (String(type).includes("/") ? type : "audio/wav")),
  },
  {
    name: "a file name may have 100 characters",
    statements: ["4.POST /calls/presigned-url.body"],
    apply: alterRequest("createUploadUrl", "filename", (name) =>
      typeof name === "string" && name.length > 100 ? undefined : name,
    ),
  },
  {
    name: "a call with an unknown category is analysed by the first",
    statements: ["2.call-input.categoryId", "4.POST /calls.body"],
    apply: (service) =>
      alterRequest("createCall", "categoryId", (id) =>
        service.db.categories.get(String(id)) ? id : service.db.categories.list()[0]?.id,
      )(service),
  },
  {
    name: "a recording may be at any address",
    statements: ["2.call-input.audio_url", "4.POST /calls.body"],
    apply: alterRequest("createCall", "audio_url", (address) =>
      /^https?:/.test(String(address)) ? address : "https://recordings.example.com/1.wav",
    ),
  },
  {
    name: "any text is accepted as a date",
    statements: ["2.call-input.date"],
    apply: alterRequest("createCall", "date", (date) => (/^\d{4}-/.test(String(date)) ? date : undefined)),
  },
  {
    name: "a day that the calendar lacks is the last of its month",
    statements: ["4.POST /calls.5"],
    apply: alterRequest("createCall", "date", (date) => (date === "2026-02-30" ? "2026-02-28" : date)),
  },
  {
    name: "any e-mail is that of a member",
    statements: ["4.POST /calls.2", "4.PATCH /agents/{id}.body"],
    apply: (service) =>
      alterRequest("createCall", "memberId", (member) =>
        String(member).includes("@") ? service.db.agents.list()[0]?.id : member,
      )(service),
  },
  {
    name: "a recording that is replaced changes the calls that it was ingested for",
    statements: ["4.POST /calls.3"],
    apply: (service) => {
      const uploaded: string[] = [];
      const upload = intercept("uploadRecording", async ({ url }, forward) => {
        uploaded.push(url.pathname);
        return forward();
      })(service);
      const isReplaced = () => new Set(uploaded).size < uploaded.length;
      return alterSuccess("getCallAnalysis", "data.metadata.duration", (duration) => (isReplaced() ? 1.5 : duration))({
        ...service,
        fetch: upload,
      });
    },
  },
  {
    name: "a recording can be read before its upload",
    statements: ["2.upload-grant.publicUrl"],
    apply: intercept("readRecording", async (_request, forward) => {
      const response = await forward();
      return response.status === 404 ? new Response() : response;
    }),
  },
  {
    name: "an unknown category gets the status of an invalid request",
    statements: ["4.GET /categories/{categoryId}"],
    apply: alterStatus("getCategory", 404, 400),
  },
  {
    name: "an invalid body is taken for an empty object",
    statements: ["4.json.requests"],
    apply: intercept("createAgent", async ({ init }, forward) =>
      init.body === "{" ? withJson(await forward(), { data: {} }, 201) : forward(),
    ),
  },
  {
    name: "the key may be sent without a scheme",
    statements: ["5.1"],
    apply: intercept("listAgents", ({ headers }, forward) => {
      const authorization = headers.get("authorization") ?? "";
      return forward({ init: { headers: { authorization: authorization.replace(/^(?!bearer )/i, "Bearer ") } } });
    }),
  },
  {
    name: "an e-mail is taken for all organizations",
    statements: ["5.2"],
    apply: intercept("createAgent", async ({ init }, forward, service) => {
      const { email } = JSON.parse(String(init.body));
      const isTaken = service.db.agents.list().some((agent) => agent.email === email);
      return isTaken ? withJson(await forward(), { error: { code: "conflict" } }, 409) : forward();
    }),
  },
  {
    name: "a prospect's name may be a number",
    statements: ["2.prospect.name", "7.validation"],
    apply: alterRequest("addProspect", "name", (name) => (typeof name === "number" ? String(name) : name)),
  },
  {
    name: "a prospect's phone may be a number",
    statements: ["2.prospect.phone"],
    apply: alterRequest("addProspect", "phone", (phone) => (typeof phone === "number" ? String(phone) : phone)),
  },
  {
    name: "a prospect with lists is refused",
    statements: ["2.prospect.additional-keys"],
    apply: alterRequest("addProspect", "", (body) => ({ ...Object(body), ...("tags" in Object(body) && { name: 7 }) })),
  },
  {
    name: "a prospect needs no phone number",
    statements: ["4.campaigns.required"],
    apply: alterRequest("addProspect", "phone", (phone) => phone ?? ""),
  },
  {
    name: "updateAgent returns 202 in place of 200",
    statements: ["7.success"],
    apply: alterStatus("updateAgent", 200, 202),
  },
  {
    name: "the external interface is not below the address that it names",
    statements: ["0.base-url"],
    apply: intercept("listAgents", async () => new Response(null, { status: 404 })),
  },
  {
    name: "the campaign interface is also at paths without a version",
    statements: ["0.campaign-base-url"],
    apply: (service) => async (input, init) => {
      const response = await service.fetch(input, init);
      const isWithoutVersion = new URL(String(input)).pathname.startsWith("/campaigns/");
      return isWithoutVersion
        ? withJson(response, { success: true, message: "Added.", added_count: 1 }, 200)
        : response;
    },
  },
];

/** The fields that have a text. */
function nonEmpty(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => String(value).trim() !== ""));
}

import { alterRequest, alterResponse, alterSuccess, intercept, type Mutant, mutantsOf, withJson } from "./mutant.ts";

/** Mutants that accept what must be refused, refuse what must be accepted, or answer with another status. */
export const acceptanceMutants: readonly Mutant[] = mutantsOf({
  "4.PATCH /agents/{id}.body: an update with an empty body is refused": intercept(
    "updateAgent",
    async ({ init }, forward) => {
      const response = await forward();
      return init.body === "{}" ? withJson(response, { error: { code: "invalid_input" } }, 400) : response;
    },
  ),
  "4.POST /calls/presigned-url.body: a file name may have 100 characters": alterRequest(
    "createUploadUrl filename",
    (name) => (typeof name === "string" && name.length > 100 ? undefined : name),
  ),
  "2.call-input.categoryId, 4.POST /calls.body: a call with an unknown category is analysed by the first": alterRequest(
    "createCall categoryId",
    (id, { db }) => (db.categories.get(String(id)) ? id : db.categories.list()[0]?.id),
  ),
  "2.call-input.date: any text is accepted as a date": alterRequest("createCall date", (date) =>
    /^\d{4}-/.test(String(date)) ? date : undefined,
  ),
  "4.POST /calls.5: a day that the calendar lacks is the last of its month": alterRequest("createCall date", (date) =>
    date === "2026-02-30" ? "2026-02-28" : date,
  ),
  "4.PATCH /agents/{id}.body, 4.POST /calls.2: any e-mail is that of a member": alterRequest(
    "createCall memberId",
    (member, { db }) => (String(member).includes("@") ? db.agents.list()[0]?.id : member),
  ),
  "4.POST /calls.3: a recording that is replaced changes the calls that it was ingested for": (service) => {
    const uploaded: string[] = [];
    const upload = intercept("uploadRecording", async ({ url }, forward) => {
      uploaded.push(url.pathname);
      return forward();
    })(service);
    const isReplaced = () => new Set(uploaded).size < uploaded.length;
    return alterSuccess("getCallAnalysis data.metadata.duration", (duration) => (isReplaced() ? 1.5 : duration))({
      ...service,
      fetch: upload,
    });
  },
  "2.upload-grant.publicUrl: a recording can be read before its upload": alterResponse("readRecording", (response) =>
    response.status === 404 ? new Response() : response,
  ),
  "4.json.requests: an invalid body is taken for an empty object": intercept(
    "createAgent",
    async ({ init }, forward) => (init.body === "{" ? withJson(await forward(), { data: {} }, 201) : forward()),
  ),
  "5.1: the key may be sent without a scheme": intercept("listAgents", ({ headers }, forward) => {
    const authorization = headers.get("authorization") ?? "";
    return forward({ headers: { authorization: authorization.replace(/^(?!bearer )/i, "Bearer ") } });
  }),
  "5.2: an e-mail is taken for all organizations": intercept("createAgent", async ({ init }, forward, service) => {
    const { email } = JSON.parse(String(init.body));
    const isTaken = service.db.agents.list().some((agent) => agent.email === email);
    return isTaken ? withJson(await forward(), { error: { code: "conflict" } }, 409) : forward();
  }),
  "2.prospect.additional-keys: a prospect with lists is refused": alterRequest("addProspect", (body) => ({
    ...Object(body),
    ...("tags" in Object(body) && { name: 7 }),
  })),
  "4.POST /v1/campaigns/{campaign_id}/prospects-zap.body: a prospect needs no phone number": alterRequest(
    "addProspect phone",
    (phone) => phone ?? "",
  ),
  "0.base-url: the external interface is not below the address that it names": alterResponse(
    "listAgents",
    () => new Response(null, { status: 404 }),
  ),
  "0.campaign-base-url: the campaign interface is also at paths without a version":
    (service) => async (input, init) => {
      const response = await service.fetch(input, init);
      const isWithoutVersion = new URL(String(input)).pathname.startsWith("/campaigns/");
      return isWithoutVersion
        ? withJson(response, { success: true, message: "Added.", added_count: 1 }, 200)
        : response;
    },
});

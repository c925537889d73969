import { alterRequest, intercept, type Mutant, mutantsOf } from "./mutant.ts";

/** Mutants of the client: what it sends is changed on the way to the service. */
export const clientMutants: readonly Mutant[] = mutantsOf({
  "1.flow: the client reads an analysis once more than needed": intercept(
    "createCall",
    async (_request, forward, service) => {
      const response = await forward();
      const { data } = await response.clone().json();
      if (data?.callId) await service.fetch(`${service.addresses.baseUrl}/calls/${data.callId}/analysis`);
      return response;
    },
  ),
  "1.polling, 1.sequence.5: the client reads an analysis once": intercept(
    "getCallAnalysis",
    (_request, forward, service) => {
      service.engine.settle();
      return forward();
    },
  ),
  "1.sequence.4: the client creates the call for another agent": alterRequest(
    "createCall memberId",
    (_member, { db }) => db.agents.list()[0]?.id,
  ),
  "1.sequence.4: the client creates the call from the signed address": alterRequest(
    "createCall audio_url",
    (address) => `${address}?X-Signature=0`,
  ),
  "1.sequence.3, 4.upload.content-type: the client uploads every recording as bytes of no type": intercept(
    "uploadRecording",
    (_request, forward) => forward({ headers: { "content-type": "application/octet-stream" } }),
  ),
  "1.sequence.3: the client sends the upload in a form": intercept("uploadRecording", ({ headers }, forward) => {
    const contentType = headers.get("content-type") ?? "";
    const body = new FormData();
    body.append("file", new Blob(["bytes"]));
    return forward({ body, headers: { "content-type": contentType } });
  }),
  "4.upload.bearer, 5.4: the client sends the key with the upload": intercept(
    "uploadRecording",
    ({ headers }, forward, service) => {
      headers.set("authorization", `Bearer ${service.clientOptions().apiKey}`);
      return forward({ headers });
    },
  ),
  "5.1: the client asks for categories without the key": intercept("listCategories", ({ headers }, forward) => {
    headers.delete("authorization");
    return forward({ headers });
  }),
  "5.3: the client sends the campaign's key by another scheme": intercept("addProspect", ({ headers }, forward) => {
    headers.set("authorization", (headers.get("authorization") ?? "").replace("Bearer", "Token"));
    return forward({ headers });
  }),
});

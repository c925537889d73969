import { alterRequest, intercept, type Mutant } from "./mutant.ts";

/** Mutants of the client: what it sends is changed on the way to the service. */
export const clientMutants: readonly Mutant[] = [
  {
    name: "the client reads an analysis once more than needed",
    statements: ["1.flow"],
    apply: intercept("createCall", async (_request, forward, service) => {
      const response = await forward();
      const { data } = await response.clone().json();
      if (data?.callId) await service.fetch(`${service.addresses.baseUrl}/calls/${data.callId}/analysis`);
      return response;
    }),
  },
  {
    name: "the client reads an analysis once",
    statements: ["1.polling", "1.sequence.5"],
    apply: intercept("getCallAnalysis", (_request, forward, service) => {
      service.engine.settle();
      return forward();
    }),
  },
  {
    name: "the client creates the call for another agent",
    statements: ["1.sequence.4"],
    apply: (service) => alterRequest("createCall", "memberId", () => service.db.agents.list()[0]?.id)(service),
  },
  {
    name: "the client creates the call from the signed address",
    statements: ["1.sequence.4"],
    apply: alterRequest("createCall", "audio_url", (address) => `${address}?X-Signature=0`),
  },
  {
    name: "the client uploads every recording as bytes of no type",
    statements: ["1.sequence.3", "4.upload.content-type"],
    apply: intercept("uploadRecording", (_request, forward) =>
      forward({ init: { headers: { "content-type": "application/octet-stream" } } }),
    ),
  },
  {
    name: "the client sends the upload in a form",
    statements: ["1.sequence.3"],
    apply: intercept("uploadRecording", ({ headers }, forward) => {
      const contentType = headers.get("content-type") ?? "";
      const body = new FormData();
      body.append("file", new Blob(["bytes"]));
      return forward({ init: { body, headers: { "content-type": contentType } } });
    }),
  },
  {
    name: "the client sends the key with the upload",
    statements: ["4.upload.bearer", "5.4"],
    apply: intercept("uploadRecording", ({ headers }, forward, service) => {
      headers.set("authorization", `Bearer ${service.clientOptions().apiKey}`);
      return forward({ init: { headers } });
    }),
  },
  {
    name: "the client asks for categories without the key",
    statements: ["5.1"],
    apply: intercept("listCategories", ({ headers }, forward) => {
      headers.delete("authorization");
      return forward({ init: { headers } });
    }),
  },
  {
    name: "the client sends the campaign's key by another scheme",
    statements: ["5.3"],
    apply: intercept("addProspect", ({ headers }, forward) => {
      headers.set("authorization", (headers.get("authorization") ?? "").replace("Bearer", "Token"));
      return forward({ init: { headers } });
    }),
  },
];

import { createMockService } from "@call-analysis/mock";
import { CallAnalysis } from "@call-analysis/sdk";
import { expect } from "vitest";
import { test, withPlantedFault } from "../../../mock/test/support/specification.ts";

/** A request as the service received it. */
interface Received {
  /** Such as `POST /v1/agents`; ids are left as they are. */
  request: string;
  headers: Headers;
  body: Uint8Array;
}

const recording = new Uint8Array(1_000).map((_, index) => index % 251);
const registration = { name: "Dev Patel", email: "dev.patel@example.com" };

/** A client of a fake, and the requests that reach it. */
function connectedClient() {
  const service = createMockService();
  const received: Received[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { method, url, headers } = request;
    const body = new Uint8Array(await request.clone().arrayBuffer());
    received.push({ request: `${method} ${new URL(url).pathname}`, headers, body });
    return service.fetch(request);
  };
  const recorded = Object.create(service, { fetch: { value: fetch } });
  const options = { ...service.clientOptions({ fast: true }), fetch: withPlantedFault(recorded).fetch };
  return { service, received, sdk: new CallAnalysis(options) };
}

/** The steps of the typical sequence: from a registration to an analysis. */
async function analyzeRecording() {
  const { service, received, sdk } = connectedClient();
  const categoryId = service.db.categories.list()[0]?.id ?? "";
  const { id: memberId } = await sdk.agents.create(registration);
  const file = { file: recording, filename: "call.mp3", contentType: "audio/mpeg", memberId, categoryId };
  const flow = sdk.calls.analyzeFile(file, { poll: { initialDelayMs: 0, intervalMs: 0, maxIntervalMs: 0 } });
  const call = await flow.catch((error: unknown) => ({ error }));
  return { service, received, memberId, categoryId, call };
}

function jsonOf(received: Received | undefined): unknown {
  return JSON.parse(new TextDecoder().decode(received?.body));
}

test("section 1, Typical sequence: the client sends the requests of the five steps, in their order", async () => {
  const { received, service } = await analyzeRecording();
  const [upload] = service.db.uploads.list();
  const [call] = service.db.calls.list();
  const read = `GET /v1/calls/${call?.id}/analysis`;
  expect(received.map(({ request }) => request)).toEqual([
    "POST /v1/agents",
    "POST /v1/calls/presigned-url",
    `PUT /${upload?.key}`,
    "POST /v1/calls",
    ...[read, read, read],
  ]);
});

test("section 1, Typical sequence, step 3: the client sends the recording's bytes and its MIME type", async () => {
  const { received } = await analyzeRecording();
  const upload = received.find(({ request }) => request.startsWith("PUT "));
  expect(upload?.headers.get("content-type")).toBe("audio/mpeg");
  expect(upload?.body).toEqual(recording);
});

test("section 1, Typical sequence, step 4: the client names member, category and the recording's public address", async () => {
  const { received, service, memberId, categoryId } = await analyzeRecording();
  const [upload] = service.db.uploads.list();
  const audio_url = `${service.addresses.storageUrl}/${upload?.key}`;
  const creation = received.find(({ request }) => request === "POST /v1/calls");
  expect(creation && jsonOf(creation)).toEqual({ memberId, categoryId, audio_url });
});

test("section 1, Typical sequence, step 5: the client reads until the status is `completed`, and returns the analysis", async () => {
  const { received, call } = await analyzeRecording();
  expect(received.filter(({ request }) => request.startsWith("GET "))).toHaveLength(3);
  expect(call).toMatchObject({ status: "completed", analysis: { score: expect.any(Number) } });
});

test("section 5, rule 1: the client sends the key as a bearer token with every request to the external interface", async () => {
  const { service, received, sdk } = connectedClient();
  const { id: categoryId } = service.db.categories.list()[0] ?? { id: "" };
  const { id: memberId } = service.db.agents.list()[0] ?? { id: "" };
  const audio_url = "https://recordings.example.com/call-0193.mp3";
  await Promise.allSettled([
    sdk.agents.list(),
    sdk.agents.create(registration),
    sdk.agents.update(memberId, { name: "Asha" }),
    sdk.agents.delete(memberId),
    sdk.calls.createUploadUrl({ filename: "call.mp3", contentType: "audio/mpeg" }),
    sdk.calls.create({ memberId, categoryId, audio_url }),
    sdk.calls.getAnalysis("call_1"),
    sdk.categories.list(),
    sdk.categories.get(categoryId),
  ]);
  const keys = received.map(({ headers }) => headers.get("authorization"));
  expect(keys).toEqual(Array.from({ length: 9 }, () => "Bearer test-key"));
});

test("section 5, rule 3: the client sends a bearer token to the campaign interface", async () => {
  const { service, received, sdk } = connectedClient();
  const { id } = service.db.campaigns.list()[0] ?? { id: "" };
  await Promise.allSettled([sdk.campaigns.addProspect(id, { name: "Ravi Kumar", phone: "+919812345678" })]);
  expect(received.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer test-key"]);
});

test("section 5, rule 4: the client's upload carries no bearer header", async () => {
  const { received } = await analyzeRecording();
  const uploads = received.filter(({ request }) => request.startsWith("PUT "));
  expect(uploads.map(({ headers }) => headers.get("authorization"))).toEqual([null]);
});

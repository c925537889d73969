import { createMockService } from "@call-analysis/mock";
import { CallAnalysis } from "@call-analysis/sdk";
import { expect } from "vitest";
import { type DocumentedOperation, documentedOperations } from "../../src/contract/openapi-document.ts";
import type { ApplyMutation } from "../mutants/mutant.ts";
import { exampleInputOf, methods } from "./methods.ts";

/** A test of what the specification says of a client. It is run as it is, and with each planted fault of its statements. */
export interface ClientTest {
  /** Ids in `openapi/statements.yaml` of what it tests. */
  statements: readonly string[];
  name: string;
  /** @param plantFault changes what the client sends, on the way to the service */
  run(plantFault: ApplyMutation): Promise<void>;
}

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
function connectedClient(plantFault: ApplyMutation) {
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
  const options = { ...service.clientOptions({ fast: true }), fetch: plantFault(recorded) };
  return { service, received, sdk: new CallAnalysis(options) };
}

/** The steps of the typical sequence: from a registration to an analysis. */
async function analyzeRecording(plantFault: ApplyMutation) {
  const { service, received, sdk } = connectedClient(plantFault);
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

/** Sends every operation of an interface once, one after the other: a method that is missing then fails alone. */
async function checkKeys(interfaceName: DocumentedOperation["interface"], plantFault: ApplyMutation): Promise<void> {
  const { received, sdk } = connectedClient(plantFault);
  const ofInterface = documentedOperations.filter((operation) => operation.interface === interfaceName);
  for (const { operationId } of ofInterface) {
    await methods[operationId].call(sdk, exampleInputOf(operationId)).catch(() => undefined);
  }
  expect(received.map(({ headers }) => headers.get("authorization"))).toEqual(ofInterface.map(() => "Bearer test-key"));
}

/** Every statement about the client, and its test. */
export const clientTests: readonly ClientTest[] = [
  {
    statements: ["1.flow"],
    name: "the client sends the requests of the five steps, in their order",
    async run(plantFault) {
      const { received, service } = await analyzeRecording(plantFault);
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
    },
  },
  {
    statements: ["1.sequence.3", "4.upload.content-type"],
    name: "the client sends the recording's bytes and its MIME type",
    async run(plantFault) {
      const { received } = await analyzeRecording(plantFault);
      const upload = received.find(({ request }) => request.startsWith("PUT "));
      expect(upload?.headers.get("content-type")).toBe("audio/mpeg");
      expect(upload?.body).toEqual(recording);
    },
  },
  {
    statements: ["1.sequence.4"],
    name: "the client names member, category and the recording's public address",
    async run(plantFault) {
      const { received, service, memberId, categoryId } = await analyzeRecording(plantFault);
      const [upload] = service.db.uploads.list();
      const audio_url = `${service.addresses.storageUrl}/${upload?.key}`;
      const creation = received.find(({ request }) => request === "POST /v1/calls");
      expect(creation && jsonOf(creation)).toEqual({ memberId, categoryId, audio_url });
    },
  },
  {
    statements: ["1.polling", "1.sequence.5"],
    name: "the client reads until the status is `completed`, and returns the analysis",
    async run(plantFault) {
      const { received, call } = await analyzeRecording(plantFault);
      expect(received.filter(({ request }) => request.startsWith("GET "))).toHaveLength(3);
      expect(call).toMatchObject({ status: "completed", analysis: { score: expect.any(Number) } });
    },
  },
  {
    statements: ["5.1"],
    name: "the client sends the key as a bearer token with every request to the external interface",
    run: (plantFault) => checkKeys("external", plantFault),
  },
  {
    statements: ["5.3"],
    name: "the client sends a bearer token to the campaign interface",
    run: (plantFault) => checkKeys("campaign", plantFault),
  },
  {
    statements: ["4.upload.bearer", "5.4"],
    name: "the client's upload carries no bearer header",
    async run(plantFault) {
      const { received } = await analyzeRecording(plantFault);
      const uploads = received.filter(({ request }) => request.startsWith("PUT "));
      expect(uploads.map(({ headers }) => headers.get("authorization"))).toEqual([null]);
    },
  },
];

import type { Analysis, CallMetadata, UploadGrant } from "@call-analysis/sdk";
import { expect } from "vitest";
import type { MockService } from "../../src/index.js";
import { type AskOptions, ask, type Reply } from "./ask.js";
import { wav } from "./wav.js";

/** The first agent, category and campaign of the first organization, and an address of a recording of others. */
export function known(service: MockService) {
  const { agents, categories, campaigns } = service.db;
  return {
    agent: first(agents.list()),
    category: first(categories.list()),
    campaign: first(campaigns.list()),
    audio_url: "https://recordings.example.com/call-0193.wav",
  };
}

/** Asks for an upload grant. */
export async function grant(service: MockService, contentType = "audio/wav"): Promise<UploadGrant> {
  const body = { filename: "call-0193.wav", contentType };
  return succeeded(await ask<{ data: UploadGrant }>(service, "POST /calls/presigned-url", { body }), 200);
}

/** PUTs bytes to a signed address. */
export function put(
  service: MockService,
  address: string,
  bytes = wav(),
  contentType = "audio/wav",
): Promise<Response> {
  return service.fetch(address, { method: "PUT", headers: { "content-type": contentType }, body: bytes });
}

/** Uploads a recording, and returns its public address. */
export async function upload(service: MockService, bytes = wav()): Promise<string> {
  const { presignedUrl, publicUrl } = await grant(service);
  await put(service, presignedUrl, bytes);
  return publicUrl;
}

/** Creates a call, by default of the first agent and the first category, and returns its id. */
export async function createCall(service: MockService, fields: Record<string, unknown> = {}): Promise<string> {
  const { agent, category, audio_url } = known(service);
  const body = { memberId: agent.id, categoryId: category.id, audio_url, ...fields };
  return succeeded(await ask<{ data: { callId: string } }>(service, "POST /calls", { body }), 202).callId;
}

/** An analysis as the endpoint returns it; before completion only some of it is there. */
export interface Snapshot {
  callId: string;
  status: string;
  analysis: Analysis;
  metadata: CallMetadata;
}

/** Reads a call's analysis once. */
export async function readAnalysis(service: MockService, callId: string, options: AskOptions = {}): Promise<Snapshot> {
  return succeeded(await ask<{ data: Snapshot }>(service, `GET /calls/${callId}/analysis`, options), 200);
}

/** Creates a call, brings it to its end, and reads its analysis. */
export async function finishedCall(service: MockService, fields: Record<string, unknown> = {}): Promise<Snapshot> {
  const callId = await createCall(service, fields);
  service.engine.settle();
  return readAnalysis(service, callId);
}

/** What a success is about; an error fails the test. */
function succeeded<Data>({ status, body }: Reply<{ data: Data }>, expected: number): Data {
  expect({ status, body }).toEqual({ status: expected, body: { data: expect.anything() } });
  return body.data;
}

function first<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error("The scenario has no such row.");
  return row;
}

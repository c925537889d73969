/** Steps that several cases share: they register agents, upload recordings, create calls and wait for their analysis. */
import { setTimeout as pause } from "node:timers/promises";
import type { components } from "@call-analysis/sdk";
import { schemas } from "@call-analysis/sdk/schemas";
import { type CaseContext, campaignOf } from "./case.ts";
import type { RecordedResponse, SampleRequest } from "./client.ts";
import { isSuccess, mismatches } from "./contract.ts";
import { assert, Violation } from "./finding.ts";
import type { OperationId } from "./operation.ts";

type Schemas = components["schemas"];
type CallFields = Partial<Schemas["CreateCallRequest"]>;

/** The content of an upload. */
export interface PutRecordingOptions {
  bytes?: Uint8Array<ArrayBuffer>;
  contentType?: string;
  authorization?: string;
}

/** The Indian numbering plan assigns this number to nobody. */
const nobodysPhone = "+910000000000";

/** A shorter recording may be too short for a service to assess. */
const sharedRecordingSeconds = 60;

const wavSampleRate = 8_000;

/** Statuses with which a service may end a call that is not completed. */
const failedStatuses = ["failed", "error", "cancelled", "canceled", "rejected", "expired"];

/** A request that an operation must accept, for this target: creates whatever it needs. */
export const sampleRequests: Readonly<Record<OperationId, (context: CaseContext) => Promise<SampleRequest>>> = {
  listAgents: async () => ({}),
  createAgent: async ({ unique }) => ({ body: { name: unique.name(), email: unique.email() } }),
  updateAgent: async (context) => ({
    path: { id: (await registerAgent(context)).id },
    body: { name: context.unique.name(), email: context.unique.email() },
  }),
  deleteAgent: async (context) => ({ path: { id: (await registerAgent(context)).id } }),
  createUploadUrl: async () => ({ body: { filename: "contract-test.wav", contentType: "audio/wav" } }),
  createCall: async (context) => ({ body: { ...(await callInput(context, { date: "2026-02-05T20:30:00Z" })) } }),
  getCallAnalysis: async (context) => ({ path: { callId: (await sharedCompletedCall(context)).callId } }),
  listCategories: async () => ({}),
  getCategory: async (context) => ({ path: { categoryId: await sharedCategoryId(context) } }),
  addProspect: async (context) => prospectRequest(context),
};

/** A request that adds a prospect to the target's campaign. */
export function prospectRequest(context: CaseContext, fields: SampleRequest["body"] = {}): Required<SampleRequest> {
  const body = { name: context.unique.name(), phone: nobodysPhone, ...fields };
  return { path: { campaign_id: campaignOf(context).id }, body };
}

/** Registers an agent with a unique name and e-mail. */
export async function registerAgent({ client, unique }: CaseContext): Promise<Schemas["CreatedAgent"]> {
  return (await client.succeed("createAgent", { body: { name: unique.name(), email: unique.email() } })).data;
}

/** Registers an agent and deletes it. */
export async function deletedAgent(context: CaseContext): Promise<Schemas["CreatedAgent"]> {
  const agent = await registerAgent(context);
  await context.client.succeed("deleteAgent", { path: { id: agent.id } });
  return agent;
}

/** An agent that several cases use and none changes. */
export function sharedAgent(context: CaseContext): Promise<Schemas["CreatedAgent"]> {
  return context.memo.get("agent", () => registerAgent(context));
}

/** All active agents of the key's organization. */
export async function listAgents({ client }: CaseContext): Promise<Schemas["Agent"][]> {
  return (await client.succeed("listAgents")).data;
}

/** The agent with this id, as the list shows it. */
export async function agentInList(context: CaseContext, id: string): Promise<Schemas["Agent"] | undefined> {
  return (await listAgents(context)).find((agent) => agent.id === id);
}

/** The id of the organization's first category. Every call needs a category. */
export function sharedCategoryId({ client, memo }: CaseContext): Promise<string> {
  return memo.get("category id", async () => {
    const [category] = (await client.succeed("listCategories")).data;
    assert(category !== undefined, { operation: "listCategories", place: "data", expected: "one category at least" });
    return category.id;
  });
}

/** The organization's first category, with its configuration. */
export async function sharedCategory(context: CaseContext): Promise<Schemas["CategoryDetail"]> {
  const categoryId = await sharedCategoryId(context);
  return (await context.client.succeed("getCategory", { path: { categoryId } })).data;
}

/** Requests a signed upload URL. */
export async function grantUpload({ client }: CaseContext, contentType = "audio/wav"): Promise<Schemas["UploadGrant"]> {
  return (await client.succeed("createUploadUrl", { body: { filename: "contract-test.wav", contentType } })).data;
}

/** PUTs bytes to a signed URL. The upload may succeed or fail. */
export function putRecording(
  { client }: CaseContext,
  address: string,
  { bytes = sampleWav(), contentType = "audio/wav", authorization }: PutRecordingOptions = {},
): Promise<RecordedResponse> {
  const headers = { "content-type": contentType, ...(authorization === undefined ? {} : { authorization }) };
  return client.sendTo("uploadRecording", address, { method: "PUT", headers, body: bytes });
}

/** Uploads a recording, which must succeed. */
export async function uploadRecording(
  context: CaseContext,
  options: PutRecordingOptions = {},
): Promise<Schemas["UploadGrant"]> {
  const grant = await grantUpload(context, options.contentType);
  const upload = await putRecording(context, grant.presignedUrl, options);
  assert(isSuccess(upload), { operation: "uploadRecording", place: "status", expected: "success" });
  return grant;
}

/** The public URL of a recording that no case changes. */
export function sharedRecording(context: CaseContext): Promise<string> {
  return context.memo.get("recording", async () => {
    const bytes = sampleWav({ seconds: sharedRecordingSeconds });
    return (await uploadRecording(context, { bytes })).publicUrl;
  });
}

/** The body that creates a call. */
export async function callInput(context: CaseContext, fields: CallFields = {}): Promise<Schemas["CreateCallRequest"]> {
  const memberId = fields.memberId ?? (await sharedAgent(context)).id;
  const audio_url = fields.audio_url ?? (await sharedRecording(context));
  const udfs = { madeBy: "contract tests" };
  return { memberId, categoryId: await sharedCategoryId(context), audio_url, udfs, ...fields };
}

/** Creates a call. */
export async function createCall(context: CaseContext, fields: CallFields = {}): Promise<Schemas["CreatedCall"]> {
  return (await context.client.succeed("createCall", { body: { ...(await callInput(context, fields)) } })).data;
}

/** Reads a call's analysis once. */
export async function readAnalysis({ client }: CaseContext, callId: string): Promise<Schemas["AnalysisSnapshot"]> {
  return (await client.succeed("getCallAnalysis", { path: { callId } })).data;
}

/** Reads a call's analysis until it is completed, and returns every snapshot. */
export async function pollUntilCompleted(context: CaseContext, callId: string): Promise<Schemas["AnalysisSnapshot"][]> {
  const snapshots = await poll(context, callId);
  const isCompleted = snapshots.at(-1)?.status === "completed";
  assert(isCompleted, {
    operation: "getCallAnalysis",
    place: "data.status",
    expected: "completed, for a valid recording",
  });
  return snapshots;
}

/** Waits until a call ends, and returns its final status. */
export async function waitForEnd(context: CaseContext, callId: string): Promise<"completes" | "fails" | "goes on"> {
  const status = (await poll(context, callId)).at(-1)?.status ?? "";
  return status === "completed" ? "completes" : failedStatuses.includes(status) ? "fails" : "goes on";
}

/**
 * Creates a call and waits for its analysis.
 *
 * @throws {Violation} when the analysis is not that of a completed call
 */
export async function completedCall(context: CaseContext, fields: CallFields = {}): Promise<Schemas["CompletedCall"]> {
  const { callId } = await createCall(context, fields);
  const snapshot = (await pollUntilCompleted(context, callId)).at(-1);
  const found = mismatches(schemas.CompletedCall, snapshot).filter(({ kind }) => kind === "violation");
  if (found.length > 0)
    throw new Violation(found.map((one) => ({ operation: "getCallAnalysis", ...one, place: `data.${one.place}` })));
  // `mismatches` has just checked it against the schema.
  return snapshot as Schemas["CompletedCall"];
}

/** A completed call that many cases read. They share it because no operation deletes a call. */
export function sharedCompletedCall(context: CaseContext): Promise<Schemas["CompletedCall"]> {
  return context.memo.get("completed call", () => completedCall(context));
}

async function poll(context: CaseContext, callId: string): Promise<Schemas["AnalysisSnapshot"][]> {
  const { pollIntervalMs, pollTimeoutMs } = context.target;
  const snapshots: Schemas["AnalysisSnapshot"][] = [];
  for (let waitedMs = 0; waitedMs <= pollTimeoutMs; waitedMs += Math.max(pollIntervalMs, 1)) {
    const snapshot = await readAnalysis(context, callId);
    snapshots.push(snapshot);
    if (["completed", ...failedStatuses].includes(snapshot.status)) break;
    await pause(pollIntervalMs, undefined, { signal: context.signal });
  }
  return snapshots;
}

/** A WAV with one channel and eight bits. Each pitch gives another tone. @param options.pitch 1 to 100 */
export function sampleWav({ seconds = 1, pitch = 1 } = {}): Uint8Array<ArrayBuffer> {
  const sampleCount = Math.round(seconds * wavSampleRate);
  const header = Buffer.from("RIFF....WAVEfmt ....................data....", "latin1");
  header.writeUInt32LE(header.length - 8 + sampleCount, 4);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(wavSampleRate, 24);
  header.writeUInt32LE(wavSampleRate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.writeUInt32LE(sampleCount, 40);
  // A second of the tone is filled in again and again: a sine for each sample takes longer than most cases do.
  const tone = Buffer.from(
    Array.from({ length: Math.min(sampleCount, wavSampleRate) }, (_, at) => 128 + 60 * Math.sin((at * pitch) / 20)),
  );
  return new Uint8Array(Buffer.concat([header, Buffer.alloc(sampleCount, tone)]));
}

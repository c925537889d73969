import { setTimeout as pause } from "node:timers/promises";
import type { components } from "@call-analysis/sdk";
import type { CaseContext } from "../case.ts";
import { failedStatuses } from "../checks/status-checks.ts";
import { problemsOf } from "../contract/schema-check.ts";
import { assert, ContractViolation } from "../contract-violation.ts";
import { sharedAgent, sharedCategoryId } from "./organization.ts";
import { sampleWav, uploadRecording } from "./recordings.ts";

type Schemas = components["schemas"];

/** A shorter one may be too short for a service to assess anything in it. */
const sharedRecordingSeconds = 60;

/** The public address of a recording that no case changes. */
export function sharedRecording(context: CaseContext): Promise<string> {
  return context.memo.get("recording", async () => {
    const bytes = sampleWav({ seconds: sharedRecordingSeconds });
    return (await uploadRecording(context, { bytes })).publicUrl;
  });
}

/** The body that creates a call. */
export async function callInput(
  context: CaseContext,
  fields: Partial<Schemas["CreateCallRequest"]> = {},
): Promise<Schemas["CreateCallRequest"]> {
  const memberId = fields.memberId ?? (await sharedAgent(context)).id;
  const audioUrl = fields.audio_url ?? (await sharedRecording(context));
  const udfs = { madeBy: "contract tests" };
  return { memberId, categoryId: await sharedCategoryId(context), audio_url: audioUrl, udfs, ...fields };
}

/** Creates a call. */
export async function createCall(
  context: CaseContext,
  fields: Partial<Schemas["CreateCallRequest"]> = {},
): Promise<Schemas["CreatedCall"]> {
  return (await context.client.expectSuccess("createCall", { body: await callInput(context, fields) })).data;
}

/** Reads a call's analysis once. */
export async function readAnalysis({ client }: CaseContext, callId: string): Promise<Schemas["AnalysisSnapshot"]> {
  return (await client.expectSuccess("getCallAnalysis", { path: { callId } })).data;
}

/** Reads a call's analysis until it is completed, and returns every snapshot. */
export async function pollUntilCompleted(context: CaseContext, callId: string): Promise<Schemas["AnalysisSnapshot"][]> {
  const snapshots = await poll(context, callId);
  const status = snapshots.at(-1)?.status;
  assert(!isFailure(status), "The call of a valid recording does not fail.", status);
  assert(status === "completed", "A call is completed before the timeout.", status);
  return snapshots;
}

/** Waits until a call ends, and says how. */
export async function waitForEnd(context: CaseContext, callId: string): Promise<"completes" | "fails" | "goes on"> {
  const status = (await poll(context, callId)).at(-1)?.status;
  if (status === "completed") return "completes";
  return isFailure(status) ? "fails" : "goes on";
}

/**
 * Creates a call and waits for its analysis.
 *
 * @throws {ContractViolation} when the analysis is not that of a completed call
 */
export async function completedCall(
  context: CaseContext,
  fields: Partial<Schemas["CreateCallRequest"]> = {},
): Promise<Schemas["CompletedCall"]> {
  const { callId } = await createCall(context, fields);
  const snapshot = (await pollUntilCompleted(context, callId)).at(-1);
  const [problem] = problemsOf("CompletedCall", snapshot);
  if (problem) {
    throw new ContractViolation(`A completed call: ${problem.statement}`, { place: problem.place, actual: snapshot });
  }
  // `problemsOf` has just checked it against the schema.
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
    if (snapshot.status === "completed" || isFailure(snapshot.status)) break;
    await pause(pollIntervalMs, undefined, { signal: context.signal });
  }
  return snapshots;
}

function isFailure(status: string | undefined): boolean {
  return status !== undefined && failedStatuses.includes(status);
}

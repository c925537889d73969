import { setTimeout as pause } from "node:timers/promises";
import type { components } from "@call-analysis/sdk";
import type { CaseContext } from "../context/case-context.ts";
import { problemsOf } from "../contract/schema-check.ts";
import { Departure, must } from "../departure.ts";
import { anyAgent } from "./agents.ts";
import { anyCategoryId } from "./categories.ts";
import { uploadRecording } from "./recordings.ts";

type Schemas = components["schemas"];

/** Statuses that a service may give a call that will never be completed. */
const failures = ["failed", "error", "cancelled", "canceled", "rejected", "expired"];

/** The public address of a recording that no case changes. */
export function anyRecording(context: CaseContext): Promise<string> {
  return context.once.of("recording", async () => (await uploadRecording(context)).publicUrl);
}

/** The body that creates a call. */
export async function callInput(
  context: CaseContext,
  fields: Partial<Schemas["CreateCallRequest"]> = {},
): Promise<Schemas["CreateCallRequest"]> {
  const memberId = fields.memberId ?? (await anyAgent(context)).id;
  const audioUrl = fields.audio_url ?? (await anyRecording(context));
  const udfs = { madeBy: "contract tests" };
  return { memberId, categoryId: await anyCategoryId(context), audio_url: audioUrl, udfs, ...fields };
}

/** Creates a call. */
export async function createCall(
  context: CaseContext,
  fields: Partial<Schemas["CreateCallRequest"]> = {},
): Promise<Schemas["CreatedCall"]> {
  return (await context.client.ask("createCall", { body: await callInput(context, fields) })).data;
}

/** Reads a call's analysis once. */
export async function readAnalysis({ client }: CaseContext, callId: string): Promise<Schemas["AnalysisSnapshot"]> {
  return (await client.ask("getCallAnalysis", { path: { callId } })).data;
}

/** Reads a call's analysis until it is completed, and gives every answer. */
export async function pollToTheEnd(context: CaseContext, callId: string): Promise<Schemas["AnalysisSnapshot"][]> {
  const snapshots = await poll(context, callId);
  const status = snapshots.at(-1)?.status;
  must(!isFailure(status), "A call of a good recording does not fail.", status);
  must(status === "completed", "A call is completed in time.", status);
  return snapshots;
}

/** Waits for the end of a call, whichever it is. */
export async function endOf(context: CaseContext, callId: string): Promise<"completes" | "fails" | "goes on"> {
  const status = (await poll(context, callId)).at(-1)?.status;
  if (status === "completed") return "completes";
  return isFailure(status) ? "fails" : "goes on";
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
  return status !== undefined && failures.includes(status);
}

/** Waits for a call's analysis. @throws {Departure} when something is missing that a completed call has */
export async function completion(context: CaseContext, callId: string): Promise<Schemas["CompletedCall"]> {
  const snapshot = (await pollToTheEnd(context, callId)).at(-1);
  const [problem] = problemsOf("CompletedCall", snapshot);
  if (problem) throw new Departure(`A completed call: ${problem.statement}`, { place: problem.place, seen: snapshot });
  // It was just held against the schema.
  return snapshot as Schemas["CompletedCall"];
}

/** Creates a call and waits for its analysis. */
export async function completedCall(
  context: CaseContext,
  fields: Partial<Schemas["CreateCallRequest"]> = {},
): Promise<Schemas["CompletedCall"]> {
  return completion(context, (await createCall(context, fields)).callId);
}

/** A completed call that many cases look at; every call is one more that nothing can delete. */
export function anyCompletedCall(context: CaseContext): Promise<Schemas["CompletedCall"]> {
  return context.once.of("completed call", () => completedCall(context));
}

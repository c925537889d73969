/** A person's decision about an uncertain call, checked with the service. */
import { ConfigurationError, JournalError, NotFoundError } from "../errors.js";
import type { JournalState } from "../flow/journal.js";
import { isFailed } from "../flow/poll.js";
import { checkNames } from "../known-names.js";
import { withoutQueries } from "../request/redact.js";

/** The call exists, is created again, or is skipped. */
export type SettleDecision = { callId: string } | { recreate: true } | { skip: true };

/** The part of a client that `settle()` uses. */
export interface SettleClient {
  readonly baseUrl: string;
  readonly calls: { getAnalysis(callId: string): PromiseLike<CallToSettle> };
}

interface CallToSettle {
  status: string;
  metadata?: { audioUrl?: string | null } | null;
}

/** @throws {ConfigurationError} unless it is exactly one of the three decisions */
export function checkDecision(decision: SettleDecision): { callId?: string; recreate?: true; skip?: true } {
  checkNames("settle", decision ?? null, ["callId", "recreate", "skip"]);
  const { callId, recreate, skip } = decision as Partial<Record<"callId" | "recreate" | "skip", unknown>>;
  const isCall = typeof callId === "string" && callId !== "";
  if ([callId, recreate, skip].filter((each) => each !== undefined).length === 1) {
    if (isCall) return { callId };
    if (recreate === true) return { recreate };
    if (skip === true) return { skip };
  }
  throw new ConfigurationError("settle: pass exactly one of { callId }, { recreate: true } or { skip: true }.");
}

/** @throws {JournalError} if there is nothing to settle, or if the service contradicts the decision */
export async function checkWithService(
  sdk: SettleClient,
  entry: JournalState & { key: string },
  { callId, recreate }: { callId?: string; recreate?: true },
): Promise<void> {
  const { state } = entry;
  // A decision to create it again can be taken back, as long as nobody has.
  if (state === "uploaded" && recreate)
    throw refusal(entry, "its create request was never sent. The next run sends it.");
  if (state === "creating") throw refusal(entry, "another process is creating its call now. Wait for that process.");
  if (state === "created") await checkFailed(sdk, entry, recreate);
  if (callId !== undefined) await checkCall(sdk, entry, callId);
}

/** An existing call is created again only if it can never give a result. */
async function checkFailed(
  sdk: SettleClient,
  entry: JournalState & { key: string },
  recreate: true | undefined,
): Promise<void> {
  const { callId = "" } = entry;
  if (!recreate) throw refusal(entry, `its call ${callId} is known, so there is nothing to settle.`);
  const call = await findCall(sdk, callId);
  if (call && !isFailed(call))
    throw refusal(
      entry,
      `its call ${callId} has the status "${call.status}". Only a failed call can be created again.`,
    );
}

async function checkCall(sdk: SettleClient, entry: JournalState & { key: string }, callId: string): Promise<void> {
  const call = await findCall(sdk, callId);
  if (!call) throw refusal(entry, `call ${callId} does not exist.`);
  const found = call.metadata?.audioUrl;
  if (entry.audio_url === undefined || typeof found !== "string" || found === entry.audio_url) return;
  const [theirs, own] = [found, entry.audio_url].map(withoutQueries);
  throw refusal(entry, `call ${callId} has the recording ${theirs}, but this input has ${own}.`);
}

/** Undefined if the call does not exist. */
async function findCall(sdk: SettleClient, callId: string): Promise<CallToSettle | undefined> {
  try {
    return await sdk.calls.getAnalysis(callId);
  } catch (error) {
    if (NotFoundError.is(error)) return undefined;
    throw error;
  }
}

/** The error for an impossible decision. */
export function refusal({ key }: { key: string }, why: string): JournalError {
  return new JournalError(`settle: ${JSON.stringify(key)} cannot be settled: ${why}`);
}

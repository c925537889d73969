/**
 * The interface of journals: durable records of create requests. A flow reads the journal before each `POST /calls` and
 * updates it afterwards.
 */
import type { CallFields } from "../contract/types.js";
import { JournalError } from "../errors.js";
import { type Limits, runWithin } from "../request/limits.js";
import type { Redactor } from "../request/redact.js";
import { isId } from "../rules.js";

/** A journal's answer when a flow wants to create the call of a key. */
export type JournalClaim =
  /** Only this caller may create the call now. */
  | { status: "claimed" }
  | { status: "created"; callId: string }
  /**
   * A create request was sent, and the call may or may not exist. `audio_url` is its recording's URL, if the journal
   * keeps it.
   */
  | { status: "unknown"; audio_url?: string | undefined }
  /** The key was settled with `{ skip: true }`, so the call is never created. */
  | { status: "skipped" };

/** The progress of an input. */
export interface JournalState {
  state: "uploaded" | "creating" | "uncertain" | "created" | "skipped";
  /** The URL of its recording. */
  audio_url?: string | undefined;
  /** Only with the state `created`. */
  callId?: string | undefined;
}

/** The recording of the call to create. */
export interface ClaimedRecording {
  name: string;
  sizeBytes: number;
  /** The SHA-256 of the recording's bytes, in hexadecimal. Absent for a stream that can be read only once. */
  digest?: string | undefined;
}

/** The input of a key. A journal may compare it with an earlier input of the same key. */
export interface JournaledInput {
  /** The service that creates the call. */
  baseUrl: string;
  /** The call to create. Its URL may be missing until the recording is uploaded. */
  call: Omit<CallFields, "audio_url"> & { audio_url?: string };
  /** Absent if the recording is already hosted. */
  recording?: ClaimedRecording | undefined;
}

/** The options of a claim. Your own journal may ignore everything except `recreate`. */
export interface ClaimOptions extends JournaledInput {
  /** True also claims a key that is `unknown`. Somebody has made sure that its call does not exist. */
  recreate: boolean;
  call: CallFields;
  /** Aborted when nobody waits for the claim any more. */
  signal: AbortSignal;
}

/**
 * A record of create requests that outlives a process: in Redis, in PostgreSQL, or in a file with `fileJournal()` of
 * `@call-analysis/sdk/node`. Each key stands for a call that is created only once. Only the first three methods are
 * required. Test your own journal with the cases of `@call-analysis/sdk/journal-conformance`.
 */
export interface Journal {
  /**
   * Called before each `POST /calls`, also after a pause, and for a call that `find` has. It must be atomic, and
   * durable before it resolves. It may wait while another caller creates the call.
   */
  claim(key: string, options: ClaimOptions): Promise<JournalClaim>;
  /** The call was created. From now on, `claim` returns `created`. */
  created(key: string, callId: string): Promise<void>;
  /** Nothing was created. The key can be claimed again. */
  released(key: string): Promise<void>;
  /**
   * The call may or may not have been created. If the journal lacks this method, the key stays claimed, and `claim`
   * returns `unknown`.
   */
  uncertain?(key: string): Promise<void>;
  /**
   * Called before a recording is uploaded, to find an earlier call, or for a batch an earlier upload. The method may
   * compare `input` with the earlier input of the key. It may reject a key of another input. It must not return an
   * upload of other bytes.
   */
  find?(key: string, input?: JournaledInput): Promise<JournalState | undefined>;
  /** Called by a batch after it has uploaded the recording of `input`. Single flows do not call it. */
  uploaded?(key: string, publicUrl: string, input?: JournaledInput): Promise<void>;
  /** Aborted when the journal is closed. A batch that uses the journal then stops, as with its `stopSignal`. */
  readonly closed?: AbortSignal | undefined;
}

/** @throws {JournalError} whose cause is the journal's error, unless that is a `JournalError` itself */
export async function askJournal<T>(
  ask: (signal: AbortSignal) => T | Promise<T>,
  { limits, redactor }: { limits: Limits; redactor: Redactor },
): Promise<T> {
  const asked = async (signal: AbortSignal) => {
    try {
      return await ask(signal);
    } catch (error) {
      // Always a new error: a flow adds its stage and its token, and the journal may throw the same one again.
      if (JournalError.is(error)) throw new JournalError(error.message, { cause: error.cause, code: error.code });
      const cause = redactor.cause(error);
      throw new JournalError("The journal failed. See `cause`.", { cause });
    }
  };
  return runWithin(limits, "Asking the journal", asked);
}

/**
 * Asks the journal for an input's call before the upload, and for an earlier upload, which only batches use. A journal
 * without `find` knows neither. An uncertain key is refused by the claim, after the upload.
 *
 * @throws {JournalError} for a skipped key, or a key of another input
 */
export async function findInput(
  journal: Journal,
  key: string,
  { input, ...within }: { input: JournaledInput; limits: Limits; redactor: Redactor },
): Promise<{ callId?: string; audio_url?: string | undefined }> {
  const known = await askJournal(() => journal.find?.(key, input), within);
  const audio_url = known?.audio_url;
  if (known?.state !== "created" && known?.state !== "skipped") return { audio_url };
  // `find` need not compare inputs. A claim does, and changes nothing where the call exists.
  const options = { ...input, recreate: false, call: { ...input.call, audio_url: audio_url ?? "" } };
  const claim = await claimKey(journal, key, { input: options, ...within });
  if (claim.status === "created") return { callId: claim.callId };
  if (claim.status === "claimed") await askJournal(() => journal.released(key), within);
  return { audio_url };
}

/**
 * Claims a key. A claim that is granted after the caller has left is given back.
 *
 * @throws {JournalError} if the journal fails, or marks the call as skipped
 */
export async function claimKey(
  journal: Journal,
  key: string,
  { input, ...within }: { input: Omit<ClaimOptions, "signal">; limits: Limits; redactor: Redactor },
): Promise<Exclude<JournalClaim, { status: "skipped" }>> {
  let claiming: Promise<JournalClaim> | undefined;
  const ask = (signal: AbortSignal) => {
    // The journal may answer, or throw, at once.
    claiming = (async () => journal.claim(key, { ...input, signal }))();
    return claiming;
  };
  try {
    return checkClaim(await askJournal(ask, within));
  } catch (error) {
    const giveBack = async (late: JournalClaim) => late?.status === "claimed" && journal.released(key);
    claiming?.then(giveBack).catch(() => {});
    throw error;
  }
}

/** @throws {JournalError} if the journal's answer is invalid, or marks the call as skipped */
function checkClaim(claim: JournalClaim): Exclude<JournalClaim, { status: "skipped" }> {
  switch (claim?.status) {
    case "skipped": {
      const message =
        "The journal marks the call as skipped. Settle it in the journal with { recreate: true } to create it.";
      throw new JournalError(message, { code: "skipped" });
    }
    case "claimed":
    case "unknown":
      return claim;
    case "created":
      if (isId(claim.callId)) return claim;
  }
  throw new JournalError(
    'journal.claim: expected the status "claimed", "created" (with a callId), "unknown" or "skipped".',
  );
}

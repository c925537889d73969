/**
 * One creation, and no second one: what is asked and recorded around `POST /calls`. A ledger does it across processes
 * and machines; this process remembers its own creations by the id in their tokens.
 */
import type { CallStatus } from "../contract/types.js";
import { SubmissionUncertainError } from "../errors/flow-errors.js";
import { AbortError, ConfigurationError, ResponseValidationError, TimeoutError } from "../errors/request-errors.js";
import { type CreationLedger, isOwnRecord, type LedgerClaim } from "../record/ledger.js";
import { type AttemptTrace, recordSafely } from "../request/deadline.js";
import { claimedByOther } from "../request/exchange.js";
import type { Log } from "../request/log.js";
import type { CreationRecord } from "../request/request-options.js";
import { isUncertain, unknownWhetherCreated } from "../request/retry.js";
import { delay } from "../request/timers.js";
import { isText } from "../value-kinds.js";
import type { FlowContext } from "./flow-context.js";

/** How often a ledger is asked again while somebody else is creating the call, in milliseconds. */
const otherPauseMs = 100;

/** A call that exists. Of one that a ledger knew, only the id is known. */
export interface KnownCall {
  callId: string;
  status?: CallStatus | undefined;
  /** On the clock of `now()`. */
  createdAtMs?: number | undefined;
}

/** Ends a wait when the caller's signal or deadline does. */
type Within = FlowContext["within"];

/** How a creation that goes through a ledger is done. */
export interface LedgerWork<Created> {
  recreate: boolean;
  /** Sends the creation, which tells the record of each attempt. */
  send: (record: CreationRecord) => Promise<Created>;
  /** Makes the result of a call that an earlier process created. */
  known: (callId: string) => Promise<Created>;
  within: Within;
  log: Log;
}

/**
 * Sends a creation if the ledger lets this caller send it, and records its outcome before anything else happens. The
 * ledger is asked after every wait, and told of every attempt that created nothing. While somebody else is creating the
 * call, this caller waits without a request, so that it keeps no place from others.
 *
 * @throws {SubmissionUncertainError} when the ledger does not know whether the call was created
 */
export async function createWithLedger<Created extends KnownCall>(
  { ledger, key }: { ledger: CreationLedger; key: string },
  { recreate, send, known, within, log }: LedgerWork<Created>,
): Promise<Created> {
  const own = isOwnRecord(ledger) ? ledger : undefined;
  // The call exists or does not; a failure here must not hide which.
  const tell = (record: () => Promise<void>) => recordSafely("The ledger", record, { within, log });
  let knownCallId: string | undefined;
  // After a claim that was given back or lost, somebody else may be creating the call.
  let hadClaim = false;
  // What somebody else may have sent since this caller's last claim.
  const others: AttemptTrace = { sent: false };
  const outlook = async () => own?.outlook && within("The ledger", async () => own.outlook?.(key));
  const claim = async () => {
    const claiming = ledger.claim(key, { recreate: recreate && !hadClaim });
    const { status, ...call } = await within("The ledger's claim", () => claiming).catch((error: unknown) => {
      // A claim that is granted after the caller has left is given back.
      void releaseLater(claiming, () => ledger.released(key));
      throw error;
    });
    if (status === "claimed") {
      hadClaim = true;
      others.sent = false;
      return;
    }
    if (status === "unknown" && ((await outlook()) ?? "unknown") !== "unknown") throw claimedByOther;
    if (status === "unknown") throw new SubmissionUncertainError(unknownInLedger);
    if (status !== "created") throw new ConfigurationError("ledger.claim must give a status of CreationLedger.");
    knownCallId = (call as { callId: string }).callId;
    throw new Error("The call was created before.");
  };
  const released = () => tell(() => ledger.released(key));
  const sending = own && (() => within("The journal", () => own.sending(key)));
  const wait = async (signal: AbortSignal) => {
    do await delay(otherPauseMs, signal);
    while ((await own?.outlook?.(key)) === "creating");
  };
  for (;;) {
    try {
      if (others.sent) await within(otherCreation, wait, { trace: others });
      const created = await send({ claim, released, ...(sending && { sending }) });
      await tell(() => ledger.created(key, created.callId));
      return created;
    } catch (error) {
      if (knownCallId !== undefined) return known(knownCallId);
      const callId = callIdIn(error);
      if (callId !== undefined) await tell(() => ledger.created(key, callId));
      others.sent ||= error === claimedByOther;
      if (error !== claimedByOther) throw others.sent ? uncertainBecause(error) : error;
    }
  }
}

const otherCreation = "Another creation of the same call";

/** The error of a caller that gave up while somebody else may have sent the creation. */
function uncertainBecause(error: unknown): unknown {
  return isUncertain(error) ? error : new SubmissionUncertainError(sentByOther, { cause: error });
}

async function releaseLater(claiming: Promise<LedgerClaim>, release: () => Promise<void>): Promise<void> {
  try {
    if ((await claiming).status === "claimed") await release();
  } catch {
    // The key stays unknown: nobody creates a second call.
  }
}

const unknownInLedger = `The ledger says that this call was sent, ${unknownWhetherCreated}; if not, pass { recreate: true } with the same ledger and key.`;

/** The call that the response to a creation named, although a strict validator refused it. */
export function callIdIn(error: unknown): string | undefined {
  const callId = ResponseValidationError.is(error) ? Object(error.body).data?.callId : undefined;
  return isText(callId) ? callId : undefined;
}

interface Creation {
  result: Promise<KnownCall>;
  /** What it has sent, while it is under way. */
  trace: AttemptTrace;
  /** Whether it has ended, and may have created the call. */
  isUncertain: boolean;
  /** Of one that is uncertain, its key in the ledger that was asked. */
  key?: string | undefined;
}

const sentByOther = `Another flow may have sent the call, ${unknownWhetherCreated} before you create it again.`;

/** This process's creations by their ids, the oldest first. */
const creations = new Map<string, Creation>();

/** How many creations a process remembers: about 300 bytes each. */
const mostCreations = 10_000;

/** The id of a creation, which its tokens have. */
export function newCreationId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}

/**
 * Runs a creation, unless one of the same id is under way in this process or has ended: then its result counts. One
 * that certainly created nothing is run again.
 *
 * @param recreate runs one again that is uncertain
 * @param key its key in a ledger: the ledger that was asked before decides on one that is uncertain
 */
export async function createOncePerProcess(
  {
    id,
    key,
    recreate,
    within,
  }: { id: string; key?: string | undefined } & Pick<LedgerWork<KnownCall>, "recreate" | "within">,
  create: (trace: AttemptTrace) => Promise<KnownCall>,
): Promise<KnownCall> {
  for (;;) {
    const earlier = creations.get(id);
    const isDecided = recreate || (key !== undefined && earlier?.key === key);
    if (!earlier || (earlier.isUncertain && isDecided)) break;
    try {
      return await within(otherCreation, () => earlier.result, { trace: earlier.trace });
    } catch (error) {
      // Only this caller's own deadline ends like this.
      if (TimeoutError.is(error) && error.requestSent) throw uncertainBecause(error);
      // Its signal ended the other flow, and not this one.
      if (AbortError.is(error) && earlier.isUncertain)
        throw new SubmissionUncertainError(sentByOther, { cause: error });
      // Still there: it is this caller's own wait that has ended.
      if (isUncertain(error) || creations.get(id) === earlier) throw error;
    }
  }
  const trace: AttemptTrace = { sent: false };
  const creation: Creation = { result: create(trace), trace, isUncertain: false };
  creations.delete(id);
  creations.set(id, creation);
  const [oldest] = creations.keys();
  if (creations.size > mostCreations && oldest !== undefined) creations.delete(oldest);
  try {
    return await creation.result;
  } catch (error) {
    creation.isUncertain = isUncertain(error);
    if (creation.isUncertain) creation.key = key;
    const createdNothing = !creation.isUncertain && callIdIn(error) === undefined;
    if (createdNothing && creations.get(id) === creation) creations.delete(id);
    throw error;
  }
}

/** One creation across processes and machines, and no second one: what a ledger is asked and told around `POST /calls`. */
import { SubmissionUncertainError } from "../errors/flow-errors.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { tryWrite } from "../record/await-write.js";
import {
  type CreationLedger,
  checkLedgerOptions,
  type InputTraits,
  isOwnRecord,
  type LedgerClaim,
  type LedgerOptions,
  otherPauseMs,
  stateOnceDecided,
} from "../record/ledger.js";
import type { SentMark, Within } from "../request/deadline.js";
import type { Log } from "../request/log.js";
import type { AttemptGuard } from "../request/request-options.js";
import { isUncertain, unknownWhetherCreated } from "../request/retry.js";
import { delay } from "../request/timers.js";
import { isText } from "../value-kinds.js";
import { callIdIn, type KnownCall, otherCreation, uncertainBecause } from "./creation.js";

/** How a creation that goes through a ledger is done. */
interface LedgerWork<Created> extends GuardOptions {
  /** Sends the creation, with a guard of each attempt. */
  send: (guard: AttemptGuard) => Promise<Created>;
  /** Makes the result of a call that an earlier process created. */
  known: (callId: string) => Promise<Created>;
}

/**
 * Sends a creation if the ledger lets this caller send it, and records its outcome before anything else happens. While
 * somebody else is creating the call, this caller waits without a request, so that it keeps no place from others.
 *
 * @throws {SubmissionUncertainError} when the ledger does not know whether the call was created
 */
export async function createWithLedger<Created extends KnownCall>(
  options: LedgerOptions,
  work: LedgerWork<Created>,
): Promise<Created> {
  const asked = checkLedgerOptions(options);
  const guard = guardWith(asked, work);
  await checkService(asked.ledger, work);
  for (;;) {
    try {
      const created = await work.send(guard);
      await guard.created(created.callId);
      return created;
    } catch (error) {
      const callId = callIdIn(error);
      if (callId !== undefined) await guard.created(callId);
      else if (isUncertain(error)) await guard.uncertain();
      const refusal = guard.takeRefusal();
      if (!refusal) throw guard.others.sent ? uncertainBecause(error) : error;
      if (refusal.callId !== undefined) return work.known(refusal.callId);
    }
    await guard.waitForOthers();
  }
}

/** @throws {ConfigurationError} for a record of this package that is of another service */
export async function checkService(
  ledger: CreationLedger,
  { baseUrl, within }: Pick<GuardOptions, "baseUrl" | "within">,
): Promise<void> {
  if (isOwnRecord(ledger)) await within("The journal", async () => ledger.checkService?.(baseUrl));
}

interface GuardOptions {
  /** The service that the creation is sent to. */
  baseUrl: string;
  recreate: boolean;
  /** What is created, as far as that is known. @default nothing is known */
  input?: InputTraits | undefined;
  /** The recording's address. */
  audioUrl?: string | undefined;
  /** Told the address in a creation that somebody else has sent, and of which nobody knows whether it created the call. */
  onUncertain?: ((audioUrl: string) => void) | undefined;
  within: Within;
  log: Log;
}

/**
 * Asks the ledger before each attempt, tells it of each that created nothing, and keeps why one was not sent. In order:
 * - `claim`, after every wait, and `sending`, immediately before the first byte: each ends the attempt if it is refused;
 * - `released` after an attempt that created nothing, and `claim` again before the next one;
 * - then `created` or `uncertain`, or, after a refusal, `waitForOthers` and all of it again.
 */
function guardWith(
  { ledger, key }: { ledger: CreationLedger; key: string },
  { recreate, input, audioUrl, onUncertain, within, log }: GuardOptions,
) {
  // The call exists or does not: a failure here must not hide which.
  const tell = (record: () => Promise<void>) => tryWrite("The ledger", record, { within, log });
  const own = isOwnRecord(ledger) ? ledger : undefined;
  /** What somebody else may have sent since this caller's last claim. */
  const others: SentMark = { sent: false };
  /** Whether a claim was granted once: after it was given back or lost, somebody else may be creating the call. */
  let hadClaim = false;
  /** The attempt under way, and why it was not sent, if the ledger did not let it be. */
  let attempt: Attempt = {};
  /** The error that ends an attempt: no caller sees it. A refusal that comes late is of an attempt that has ended. */
  const refuse = (refused: Attempt, refusal: { callId?: string }) => {
    refused.refusal = refusal;
    if (refused === attempt) others.sent = true;
    return new Error("The ledger refused the claim.");
  };
  const askForClaim = async () => {
    const asked = { recreate: recreate && !hadClaim };
    const claiming = own ? own.claim(key, { ...asked, input, audioUrl }) : ledger.claim(key, asked);
    return within("The ledger's claim", () => claiming).catch((error: unknown) => {
      // A claim that is granted after the caller has left is given back.
      void releaseLater(claiming, () => ledger.released(key));
      throw error;
    });
  };
  return {
    others,
    takeRefusal: () => {
      const { refusal } = attempt;
      attempt = {};
      return refusal;
    },
    waitForOthers: () => {
      const wait = async (signal: AbortSignal) => {
        await delay(otherPauseMs, signal);
        const state = await stateOnceDecided(async () => own?.find(key), signal);
        // Uncertain, or left out by a person.
        if (state?.stage === "creating" || state?.stage === "skipped") {
          if (state.audio_url !== undefined) onUncertain?.(state.audio_url);
          throw new SubmissionUncertainError(unknownInLedger);
        }
      };
      return within(otherCreation, wait, { mark: others }).catch((error: unknown) => {
        throw uncertainBecause(error);
      });
    },
    claim: async () => {
      attempt = {};
      // Whatever the caller's ledger answers.
      const { status, callId }: { status?: unknown; callId?: unknown } = Object(await askForClaim());
      if (status === "created" && isText(callId)) throw refuse(attempt, { callId });
      if (status === "unknown") throw own ? refuse(attempt, {}) : new SubmissionUncertainError(unknownInLedger);
      if (status !== "claimed") throw new ConfigurationError(notAClaim);
      hadClaim = true;
      others.sent = false;
    },
    sending: async () => {
      const asking = attempt;
      if (own && !(await within("The journal", () => own.sending(key)))) throw refuse(asking, {});
    },
    released: async () => {
      if (!attempt.refusal) await tell(() => ledger.released(key));
    },
    /** Not after a refusal, whatever was made of that: another caller may be creating the call. */
    uncertain: async () => {
      if (own && !attempt.refusal) await tell(() => own.uncertain(key));
    },
    created: (callId: string) => tell(() => ledger.created(key, callId)),
  };
}

interface Attempt {
  /** With a callId, the call exists; without one, somebody else is creating it. */
  refusal?: { callId?: string };
}

const notAClaim = 'ledger.claim must give a status of CreationLedger, and with "created" the callId.';

async function releaseLater(claiming: Promise<LedgerClaim>, release: () => Promise<void>): Promise<void> {
  try {
    if ((await claiming).status === "claimed") await release();
  } catch {
    // The key stays unknown: nobody creates a second call.
  }
}

const unknownInLedger = `The ledger says that this call was sent, ${unknownWhetherCreated}; if not, call resume(error.resume, { recreate: true, ledger, key }), or create(call, { recreate: true, ledger, key }).`;

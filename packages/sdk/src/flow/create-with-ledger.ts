/** One creation across processes and machines, and no second one: what a ledger is asked and told around `POST /calls`. */
import { SubmissionUncertainError } from "../errors/flow-errors.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { tryWrite } from "../record/await-write.js";
import {
  type CreationLedger,
  type InputTraits,
  isOwnRecord,
  type KeyedLedger,
  type LedgerClaim,
  otherCreation,
  otherPauseMs,
  type SendingLedger,
  skippedError,
  stateOnceDecided,
} from "../record/ledger.js";
import type { Within } from "../request/deadline.js";
import type { Log } from "../request/log.js";
import type { AttemptGuard } from "../request/request-options.js";
import { delay } from "../request/timers.js";
import {
  callIdIn,
  isUncertain,
  sentByOther,
  unknownUntilSettled,
  unknownWhetherCreated,
} from "../request/uncertain.js";
import { isText } from "../value-kinds.js";
import type { KnownCall } from "./creation.js";

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
  keyed: KeyedLedger,
  work: LedgerWork<Created>,
): Promise<Created> {
  const guard = new LedgerGuard(keyed, work);
  await checkService(keyed.ledger, work);
  for (;;) {
    try {
      const created = await work.send(guard);
      await guard.created(created.callId);
      return created;
    } catch (error) {
      const callId = callIdIn(error);
      if (callId !== undefined) await guard.created(callId);
      else if (isUncertain(error)) await guard.uncertain();
      const refused = guard.takeRefusal();
      if (!refused) throw error;
      if (refused.callId !== undefined) return work.known(refused.callId);
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
  audio_url: string;
  /** Told the address in a creation that somebody else has sent, and of which nobody knows whether it created the call. */
  onUncertain?: ((audio_url: string) => void) | undefined;
  within: Within;
  log: Log;
}

/**
 * Asks the ledger before each attempt, tells it of each that created nothing, and keeps why one was not sent. In order:
 * - `claim`, after every wait, and `sending`, immediately before the first byte: each ends the attempt if it is refused;
 * - `released` after an attempt that created nothing, and `claim` again before the next one;
 * - then `created` or `uncertain`, or, after a refusal, `waitForOthers` and all of it again.
 */
class LedgerGuard implements AttemptGuard {
  readonly #ledger: CreationLedger;
  /** The same, where it is a record of this package. */
  readonly #own: SendingLedger | undefined;
  readonly #key: string;
  readonly #options: GuardOptions;
  /** Whether a claim was granted once: after it was given back or lost, somebody else may be creating the call. */
  #hadClaim = false;
  #attempt: Attempt = {};

  constructor({ ledger, key }: KeyedLedger, options: GuardOptions) {
    this.#ledger = ledger;
    this.#own = isOwnRecord(ledger) ? ledger : undefined;
    this.#key = key;
    this.#options = options;
  }

  /**
   * Why the last attempt was not sent, if the ledger refused it: also where a middleware or `fetch` has made another error
   * of that. Asked once: the next attempt is another one.
   */
  takeRefusal(): ClaimRefused | undefined {
    const { refused } = this.#attempt;
    this.#attempt = {};
    return refused;
  }

  async claim(): Promise<void> {
    this.#attempt = {};
    // Whatever the caller's ledger answers.
    const { status, callId, audio_url } = Object(await this.#askForClaim()) as Partial<Record<string, unknown>>;
    if (status === "created" && isText(callId)) throw refuse(this.#attempt, callId);
    // A record of this package can tell whether somebody is creating the call: `waitForOthers` asks it.
    if (status === "unknown") throw this.#own ? refuse(this.#attempt) : this.#sentBefore(audio_url);
    if (status !== "claimed") throw new ConfigurationError(notAClaim);
    this.#hadClaim = true;
  }

  async sending(): Promise<void> {
    const own = this.#own;
    if (!own) return;
    const attempt = this.#attempt;
    const isAllowed = await this.#options.within("The journal", () => own.sending(this.#key));
    // One that comes late is of an attempt that has ended.
    if (!isAllowed) throw refuse(attempt);
  }

  async released(): Promise<void> {
    if (!this.#attempt.refused) await this.#tell(() => this.#ledger.released(this.#key));
  }

  /** Not after a refusal, whatever was made of that: another caller may be creating the call. */
  async uncertain(): Promise<void> {
    const own = this.#own;
    if (own && !this.#attempt.refused) await this.#tell(() => own.uncertain(this.#key));
  }

  created(callId: string): Promise<void> {
    return this.#tell(() => this.#ledger.created(this.#key, callId));
  }

  /**
   * Waits until nobody else is creating the call.
   *
   * @throws {SubmissionUncertainError} when nobody knows whether they have created it, unless it is to be created again; or
   *   when the caller leaves
   * @throws {ConfigurationError} when a person has decided to skip it
   */
  async waitForOthers(): Promise<void> {
    const { within } = this.#options;
    const wait = async (signal: AbortSignal) => {
      await delay(otherPauseMs, signal);
      return stateOnceDecided(async () => this.#own?.find(this.#key), signal);
    };
    const state = await within(otherCreation, wait, { mark: { sent: true } }).catch((error: unknown) => {
      throw isUncertain(error) ? error : sentByOther(error);
    });
    if (state?.stage === "skipped") throw skippedError();
    if (state?.stage === "creating" && !this.#recreates) throw this.#sentBefore(state.audio_url);
  }

  /** After a claim was granted, what is uncertain is another creation than the one that the caller knows of. */
  get #recreates(): boolean {
    return this.#options.recreate && !this.#hadClaim;
  }

  #askForClaim(): Promise<LedgerClaim> {
    const { input, audio_url, within } = this.#options;
    const recreate = this.#recreates;
    const claiming = this.#own
      ? this.#own.claim(this.#key, { recreate: recreate && "uncertain", input, audio_url })
      : this.#ledger.claim(this.#key, { recreate, audio_url });
    return within("The ledger's claim", () => claiming).catch((error: unknown) => {
      // A claim that is granted after the caller has left is given back.
      void releaseLater(claiming, () => this.#ledger.released(this.#key));
      throw error;
    });
  }

  /** @param audio_url of the recording in the creation that was sent, if that is known */
  #sentBefore(audio_url: unknown): SubmissionUncertainError {
    const message = this.#own ? unknownInJournal : unknownInLedger;
    if (!isText(audio_url)) return new SubmissionUncertainError(`${message} ${otherAddress}`);
    this.#options.onUncertain?.(audio_url);
    return new SubmissionUncertainError(message);
  }

  /** The call exists or does not: a failure here must not hide which. */
  #tell(record: () => Promise<void>): Promise<void> {
    return tryWrite("The ledger", record, this.#options);
  }
}

/** One attempt, and why it was not sent, if the ledger did not let it be. */
interface Attempt {
  refused?: ClaimRefused;
}

/** Ends an attempt that the ledger does not let be sent. No caller sees it. */
class ClaimRefused extends Error {
  /** The call that exists; undefined while somebody else is creating it. */
  readonly callId: string | undefined;

  constructor(callId?: string) {
    super("The ledger refused the claim.");
    this.callId = callId;
  }
}

function refuse(attempt: Attempt, callId?: string): ClaimRefused {
  attempt.refused = new ClaimRefused(callId);
  return attempt.refused;
}

const notAClaim = 'ledger.claim must give the status "claimed", "created" with the callId, or "unknown".';

async function releaseLater(claiming: Promise<LedgerClaim>, release: () => Promise<void>): Promise<void> {
  try {
    if ((await claiming).status === "claimed") await release();
  } catch {
    // The key stays unknown: nobody creates a second call.
  }
}

const unknownInLedger = `The ledger says that this call was sent, ${unknownWhetherCreated}; if not, pass { recreate: true, ledger, key } to resume or create.`;

const unknownInJournal = `The journal says that this call was sent, ${unknownUntilSettled}`;

const otherAddress = "No audio_url is kept of it: that call's may differ from yours.";

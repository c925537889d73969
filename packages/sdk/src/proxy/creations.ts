/**
 * Creations are sent once, however often a browser repeats them. A repetition that comes while the first request is
 * under way waits for its reply. A call is also claimed in a ledger, which knows it for as long as the ledger lives.
 */

import type { CreatedCall } from "../contract/types.js";
import { CallAnalysisError } from "../errors/call-analysis-error.js";
import { SubmissionUncertainError } from "../errors/flow-errors.js";
import type { CreationLedger, LedgerClaim } from "../record/ledger.js";
import type { WithResponse } from "../request/api-promise.js";
import type { Log } from "../request/log.js";
import { startTimer } from "../request/timers.js";
import { uncertainReply } from "./failure.js";
import { ProxyError, type Reply } from "./reply.js";

interface CreationsOptions {
  ledger: CreationLedger;
  /** How long a repetition waits for the first reply, and everything for the ledger, in milliseconds. */
  longestWaitMs: number;
  log: Log;
}

/** How one call is created. */
interface CallCreation {
  send: () => Promise<WithResponse<CreatedCall>>;
  /** The reply that tells the browser of the call. */
  toReply: (callId: string, created?: WithResponse<CreatedCall>) => Promise<Reply>;
}

export class Creations {
  readonly #options: CreationsOptions;
  readonly #underWay = new Map<string, Promise<Reply>>();

  constructor(options: CreationsOptions) {
    this.#options = options;
  }

  /**
   * Runs a creation, unless an equal one is under way: then it waits for that one's reply. Nothing is remembered once
   * the reply is there, so that two equal prospects on purpose are two.
   */
  async share(key: string, create: () => Promise<Reply>): Promise<Reply> {
    const first = this.#underWay.get(key);
    if (first) return this.#replyOfFirst(key, first);
    const reply = create();
    this.#underWay.set(key, reply);
    try {
      return await reply;
    } finally {
      this.#forget(key, reply);
    }
  }

  /** Claims a call, and sends it only when nobody has claimed it before. A repetition gets the reply of the first. */
  createCall(key: string, { send, toReply }: CallCreation): Promise<Reply> {
    return this.share(key, async () => {
      const claim = await this.#claim(key);
      if (claim.status === "created") return toReply(claim.callId);
      if (claim.status !== "claimed") return uncertainReply(409);
      const created = await this.#sendClaimed(key, send);
      const { callId } = created.data;
      await this.#tell("created", () => this.#options.ledger.created(key, callId));
      return toReply(callId, created);
    });
  }

  /** @throws {ProxyError} 504 when the ledger takes too long; a claim that it grants later is given back */
  async #claim(key: string): Promise<LedgerClaim> {
    const { ledger, longestWaitMs } = this.#options;
    const claiming = Promise.resolve(ledger.claim(key));
    const claim = await withinTime(claiming, longestWaitMs);
    if (claim) return claim;
    claiming.then(
      ({ status }) => (status === "claimed" ? this.#release(key) : undefined),
      () => {},
    );
    throw new ProxyError(504, { code: "ledger_timeout", message: "Nothing was created. Try again later." });
  }

  #release(key: string): Promise<void> {
    return this.#tell("released", () => this.#options.ledger.released(key));
  }

  async #sendClaimed(key: string, send: CallCreation["send"]): Promise<WithResponse<CreatedCall>> {
    try {
      return await send();
    } catch (error) {
      // What is uncertain stays claimed. So does what failed in a way that nobody foresaw.
      if (!CallAnalysisError.is(error)) throw new SubmissionUncertainError(String(error), { cause: error });
      if (!SubmissionUncertainError.is(error)) await this.#release(key);
      throw error;
    }
  }

  /** The reply is worth more than the ledger: a failure of the ledger is logged, and leaves the call claimed. */
  async #tell(what: "created" | "released", write: () => Promise<void>): Promise<void> {
    try {
      const isWritten = Promise.resolve(write()).then(() => true);
      if (!(await withinTime(isWritten, this.#options.longestWaitMs))) throw new Error("It took too long.");
    } catch (error) {
      this.#options.log("error", `The ledger failed in ${what}(). ${error}`);
    }
  }

  /** Limited in time: on workerd a request ends with its connection, and its reply never comes. */
  async #replyOfFirst(key: string, first: Promise<Reply>): Promise<Reply> {
    const reply = await withinTime(first, this.#options.longestWaitMs);
    if (reply) return reply;
    this.#forget(key, first);
    return uncertainReply(409);
  }

  #forget(key: string, reply: Promise<Reply>): void {
    if (this.#underWay.get(key) === reply) this.#underWay.delete(key);
  }
}

/** What a promise gives within a time; undefined when it takes longer. */
async function withinTime<T>(promise: Promise<T>, limitMs: number): Promise<T | undefined> {
  let cancel = () => {};
  const timeUp = new Promise<undefined>((resolve) => {
    cancel = startTimer(limitMs, () => resolve(undefined));
  });
  try {
    return await Promise.race([promise, timeUp]);
  } finally {
    cancel();
  }
}

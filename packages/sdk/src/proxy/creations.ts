/**
 * Creations are sent once, however often a browser repeats them. A repetition that comes while the first request is
 * under way waits for its reply. A call is also claimed in a ledger, which knows it for as long as the ledger lives.
 */

import type { CreatedCall } from "../contract/types.js";
import { CallAnalysisError } from "../errors/call-analysis-error.js";
import { SubmissionUncertainError } from "../errors/flow-errors.js";
import { createWithLedger } from "../flow/create-with-ledger.js";
import type { KnownCall } from "../flow/creation.js";
import type { CreationLedger } from "../record/ledger.js";
import type { WithResponse } from "../request/api-promise.js";
import { Deadline, withinLimits } from "../request/deadline.js";
import type { Log } from "../request/log.js";
import type { AttemptGuard } from "../request/request-options.js";
import { delay } from "../request/timers.js";
import { uncertainReply } from "./failure.js";
import type { Reply } from "./reply.js";

interface CreationsOptions {
  /** The service that calls are created at. */
  baseUrl: string;
  ledger: CreationLedger;
  /** How long a repetition waits for the first reply, and everything for the ledger, in milliseconds. */
  longestWaitMs: number;
  log: Log;
}

/** How one call is created. */
interface CallCreation {
  /** The recording's address at the service. */
  audioUrl: string;
  /** Sends it, with a guard of each attempt. */
  send: (guard: AttemptGuard) => Promise<WithResponse<CreatedCall>>;
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
  createCall(key: string, { audioUrl, send, toReply }: CallCreation): Promise<Reply> {
    const { baseUrl, ledger, longestWaitMs, log } = this.#options;
    return this.share(key, async () => {
      const work = {
        baseUrl,
        recreate: false,
        audio_url: audioUrl,
        send: (guard: AttemptGuard) => sendClaimed(send, guard),
        known: async (callId: string): Promise<SentCall> => ({ callId }),
        within: <T>(what: string, wait: (signal: AbortSignal) => Promise<T>) =>
          withinLimits(wait, { what, signal: undefined, deadline: new Deadline(longestWaitMs) }),
        log,
      };
      const { callId, created } = await createWithLedger<SentCall>({ ledger, key }, work);
      return toReply(callId, created);
    });
  }

  /** Limited in time: on workerd a request ends with its connection, and its reply never comes. */
  async #replyOfFirst(key: string, first: Promise<Reply>): Promise<Reply> {
    const hasEnded = new AbortController();
    const timeUp = delay(this.#options.longestWaitMs, hasEnded.signal);
    const reply = await Promise.race([first, timeUp]).finally(() => hasEnded.abort());
    if (reply) return reply;
    this.#forget(key, first);
    return uncertainReply(409);
  }

  #forget(key: string, reply: Promise<Reply>): void {
    if (this.#underWay.get(key) === reply) this.#underWay.delete(key);
  }
}

/** A call, and the response to its creation unless a ledger knew it. */
interface SentCall extends KnownCall {
  created?: WithResponse<CreatedCall>;
}

/** What fails in a way that nobody foresaw, once it is claimed, may have created a call. */
async function sendClaimed(send: CallCreation["send"], guard: AttemptGuard): Promise<SentCall> {
  let isClaimed = false;
  const claim = async () => {
    await guard.claim();
    isClaimed = true;
  };
  try {
    const created = await send({ claim, sending: () => guard.sending(), released: () => guard.released() });
    return { callId: created.data.callId, created };
  } catch (error) {
    if (!isClaimed || CallAnalysisError.is(error)) throw error;
    throw new SubmissionUncertainError(String(error), { cause: error });
  }
}

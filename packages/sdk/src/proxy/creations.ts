/**
 * Gives a repeated create request the first reply. While the first request is in flight, this memory has it. Afterwards
 * the journal has it, but only for calls.
 */
import { SubmissionUncertainError } from "../errors.js";
import type { Journal } from "../flow/journal.js";
import { runUntil, unlimited } from "../request/limits.js";
import type { Reply } from "./reply.js";

/** The create requests in flight. */
export class Creations {
  readonly #timeoutMs: number;
  readonly #inFlight = new Map<string, Promise<Reply>>();

  /** @param timeoutMs how long a repeated request waits for the first reply */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Creates something, unless the same create request is in flight. Then it waits for that request's reply. */
  async share(key: string, create: () => Promise<Reply>): Promise<Reply> {
    const first = this.#inFlight.get(key);
    if (first) return this.#replyOfFirst(key, first);
    const reply = create();
    this.#inFlight.set(key, reply);
    try {
      return await reply;
    } finally {
      this.#forget(key, reply);
    }
  }

  /**
   * Waits for the first reply, for a limited time: on workerd a request ends with its connection, and then its reply
   * never comes.
   */
  #replyOfFirst(key: string, first: Promise<Reply>): Promise<Reply> {
    const stopped = () => {
      this.#forget(key, first);
      return new SubmissionUncertainError("This call is being created. Try again later.");
    };
    return runUntil(() => first, { limits: unlimited, timeoutMs: this.#timeoutMs, stopped });
  }

  #forget(key: string, reply: Promise<Reply>): void {
    if (this.#inFlight.get(key) === reply) this.#inFlight.delete(key);
  }
}

/** The default journal, in memory: a short row for each create request, for as long as the process runs. */
export function memoryJournal(): Journal {
  /** The callId is missing while the call is created, or if nobody knows whether it was. */
  const callIds = new Map<string, string | undefined>();
  return {
    async claim(key, { recreate }) {
      const callId = callIds.get(key);
      if (callId !== undefined) return { status: "created", callId };
      if (callIds.has(key) && !recreate) return { status: "unknown" };
      callIds.set(key, undefined);
      return { status: "claimed" };
    },
    async created(key, callId) {
      callIds.set(key, callId);
    },
    async released(key) {
      callIds.delete(key);
    },
  };
}

/** Server-sent events of the control interface: the requests to the service, and what control changes. */

import type { ControlRoute } from "../api/route.js";
import type { StreamedBody } from "../core/message.js";
import type { Journal } from "../journal/journal.js";
import { plainRoute } from "./control-route.js";

/** A request by which the control interface changed something. */
export interface ControlChange {
  method: string;
  /** The path below the control interface's address, such as `/faults`. */
  path: string;
}

/** A client that reads slower than this many events come is disconnected, and may connect again. */
const maxWaitingEvents = 1_000;

const encoder = new TextEncoder();

/** Sends events to every client that reads them. */
export class ControlEvents {
  readonly #journal: Journal;
  readonly #queues = new Set<EventQueue>();

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** Tells of a change that the control interface made. No operation of the service made it. */
  publishChange({ method, path }: ControlChange): void {
    for (const queue of this.#queues) queue.push("change", { operation: null, method, path });
  }

  /** The events from now on, in the format of `text/event-stream`. */
  stream(): StreamedBody {
    return { sizeBytes: undefined, chunks: () => ({ [Symbol.asyncIterator]: () => this.#connect() }) };
  }

  /** Made when a client begins to read: one that has gone by then leaves nothing behind. */
  #connect(): EventQueue {
    const queue = new EventQueue(() => {
      stopListening();
      this.#queues.delete(queue);
    });
    const stopListening = this.#journal.listen((entry) => queue.push("entry", entry));
    this.#queues.add(queue);
    return queue;
  }
}

/** The events that one client has still to read. */
class EventQueue implements AsyncIterator<Uint8Array> {
  readonly #onEnd: () => void;
  // A comment comes first, so that a client knows that it is connected.
  #texts: string[] = [": connected\n\n"];
  #isEnded = false;
  #wake = () => {};

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  push(event: string, data: object): void {
    this.#texts.push(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    if (this.#texts.length > maxWaitingEvents) this.return();
    this.#wake();
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    while (!this.#isEnded) {
      const text = this.#texts.shift();
      if (text !== undefined) return { value: encoder.encode(text), done: false };
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return { value: undefined, done: true };
  }

  return(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (!this.#isEnded) this.#onEnd();
    this.#isEnded = true;
    this.#wake();
    return Promise.resolve({ value: undefined, done: true });
  }
}

/** The route that sends events for as long as its client reads them. */
export function eventRoute(events: ControlEvents): ControlRoute {
  // A proxy that compresses or buffers would keep events back.
  const headers = {
    "content-type": "text/event-stream",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  };
  return plainRoute("GET /events", ({ request: { method } }) => {
    return { status: 200, headers, body: method === "HEAD" ? null : events.stream() };
  });
}

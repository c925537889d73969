/** The server-sent events of the control interface: requests to the service, and changes through control. */
import type { ControlRoute } from "../api/route.js";
import type { ServiceRequest } from "../core/message.js";
import type { Journal } from "../journal/journal.js";
import { plainRoute } from "./control-route.js";

type Listener = (event: string, data: object) => void;

/** The most events that wait for a slow client. With more, the client is disconnected, and may connect again. */
const maxWaitingEvents = 1_000;

/** Sends events to every client that reads them. */
export class ControlEvents {
  readonly #listeners = new Set<Listener>();

  /** Reports a change through the control interface. */
  publishChange({ method, path }: { method: string; path: string }): void {
    for (const listener of this.#listeners) listener("change", { operation: null, method, path });
  }

  /** The events in the format `text/event-stream`, from the first read until the client disconnects. */
  async *stream(journal: Journal, request: ServiceRequest): AsyncGenerator<Uint8Array> {
    // A comment comes first, so that a client knows that it is connected.
    const texts = [": connected\n\n"];
    let wake = () => {};
    const listener: Listener = (event, data) => {
      texts.push(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      if (texts.length > maxWaitingEvents) end();
      wake();
    };
    let stopWaiting: (() => void) | undefined;
    const stopListening = journal.listen(({ entry }) => listener("entry", entry));
    this.#listeners.add(listener);
    const end = () => {
      stopListening();
      this.#listeners.delete(listener);
      stopWaiting?.();
      wake();
    };
    stopWaiting = request.onLeave?.(end);
    try {
      while (this.#listeners.has(listener)) {
        const text = texts.shift();
        if (text !== undefined) yield new TextEncoder().encode(text);
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      end();
    }
  }
}

/** A proxy that compresses or buffers would keep events back. */
const headers = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

/** The route that sends events for as long as its client reads them. */
export function eventRoute(events: ControlEvents, journal: Journal): ControlRoute {
  return plainRoute("GET /events", ({ request }) => {
    const body = { sizeBytes: undefined, chunks: () => events.stream(journal, request) };
    return { status: 200, headers, body: request.method === "HEAD" ? null : body };
  });
}

/** Follows the fake's events, and connects again when the stream has ended. */
import { ControlError } from "./control.ts";
import type { ControlEvent } from "./server-sent-events.ts";

/** After a stream has ended, such as by a restart of the fake. */
const reconnectMs = 1_000;

/** Where events come from and go to. */
export interface FollowOptions {
  read: (signal: AbortSignal) => AsyncIterable<ControlEvent>;
  onEvent: (event: ControlEvent) => void;
}

/** Follows the events until the returned function is called. */
export function followEvents(options: FollowOptions): () => void {
  const stop = new AbortController();
  void readAgainAndAgain(options, stop.signal);
  return () => stop.abort();
}

async function readAgainAndAgain({ read, onEvent }: FollowOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let end: ControlEvent = { type: "disconnected" };
    try {
      for await (const event of read(signal)) onEvent(event);
    } catch (error) {
      if (error instanceof ControlError) end = { type: "refused" };
    }
    if (!signal.aborted) onEvent(end);
    await pause(reconnectMs, signal);
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

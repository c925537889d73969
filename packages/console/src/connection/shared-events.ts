/**
 * One event stream for all tabs. A browser opens six connections to a server at most, and each stream keeps one. The
 * tab that holds the lock reads the stream and tells the others.
 */
import { ControlError } from "./control.ts";
import type { ControlEvent } from "./server-sent-events.ts";

/** What the tabs share. */
export interface SharedEventsOptions {
  /** Names the fake: tabs with the same name share a stream. Null for a fake in this page, which no other tab has. */
  name: string | null;
  read: (signal: AbortSignal) => AsyncIterable<ControlEvent>;
  onEvent: (event: ControlEvent) => void;
}

/** After a stream has ended, such as by a restart of the fake. */
const reconnectMs = 1_000;

/** Listens to the fake until the returned function is called. */
export function shareEvents({ name, read, onEvent }: SharedEventsOptions): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  // There are no locks on a plain http address of another machine: there, each tab reads for itself.
  if (name === null || !navigator.locks) {
    void readAgainAndAgain({ read, tell: onEvent, signal });
    return () => stop.abort();
  }
  const channel = new BroadcastChannel(`${name}:events`);
  channel.onmessage = ({ data }: MessageEvent<ControlEvent>) => onEvent(data);
  const tell = (event: ControlEvent) => {
    onEvent(event);
    channel.postMessage(event);
  };
  navigator.locks
    .request(`${name}:events`, { signal }, () => readAgainAndAgain({ read, tell, signal }))
    .catch(() => {});
  return () => {
    stop.abort();
    channel.close();
  };
}

interface ReadOptions {
  read: (signal: AbortSignal) => AsyncIterable<ControlEvent>;
  tell: (event: ControlEvent) => void;
  signal: AbortSignal;
}

async function readAgainAndAgain({ read, tell, signal }: ReadOptions): Promise<void> {
  while (!signal.aborted) {
    let end: ControlEvent = { type: "disconnected" };
    try {
      for await (const event of read(signal)) tell(event);
    } catch (error) {
      if (error instanceof ControlError) end = { type: "refused" };
    }
    if (!signal.aborted) tell(end);
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

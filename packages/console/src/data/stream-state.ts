/** Whether the stream of the fake's events is lost, so that what the pages show may be old. */
import { useSyncExternalStore } from "react";
import type { ControlEvent } from "../connection/server-sent-events.ts";

/** A stream that is back by then was never lost: the connection is made again after a second. */
const patienceMs = 2_500;

const listeners = new Set<() => void>();
let isLost = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Takes note of what an event says about its stream: any event says that it is there. */
export function noteStream({ type }: ControlEvent): void {
  if (type === "disconnected") {
    timer ??= setTimeout(() => change(true), patienceMs);
    return;
  }
  clearTimeout(timer);
  timer = undefined;
  if (isLost) change(false);
}

function change(next: boolean): void {
  isLost = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether the stream is lost at present. */
export function useIsStreamLost(): boolean {
  return useSyncExternalStore(subscribe, () => isLost);
}

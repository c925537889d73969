/** Whether the stream of the fake's events is lost, so that what the pages show may be old. */
import type { ControlEvent } from "../connection/server-sent-events.ts";
import { Store, useStore } from "../ui/store.ts";

/** A stream that is back by then was never lost: the connection is made again after a second. */
const patienceMs = 2_500;

const isLost = new Store(false);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Takes note of what an event says about its stream: any event says that it is there. */
export function noteStream({ type }: ControlEvent): void {
  if (type === "disconnected") {
    timer ??= setTimeout(() => isLost.set(true), patienceMs);
    return;
  }
  clearTimeout(timer);
  timer = undefined;
  if (isLost.get()) isLost.set(false);
}

/** Whether the stream is lost at present. */
export function useIsStreamLost(): boolean {
  return useStore(isLost);
}

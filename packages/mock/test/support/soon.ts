import { setImmediate } from "node:timers/promises";

/** More turns of the event loop than any answer takes that waits for no timer, no file and no connection. */
export const mostTurns = 1_000;

/**
 * What a promise gives that depends on the fake in this process alone. One that goes on waiting fails its test at once, where it
 * would hang until the test's own time limit.
 */
export function soon<Value>(promise: Promise<Value>): Promise<Value> {
  return Promise.race([promise, tooLate()]);
}

async function tooLate(): Promise<never> {
  for (let turn = 0; turn < mostTurns; turn += 1) await setImmediate();
  throw new Error("Nothing lets this go on: it is still waited for.");
}

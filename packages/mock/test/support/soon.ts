import { setImmediate } from "node:timers/promises";

/** More turns of the event loop than any answer takes that waits for no timer, no file and no connection. */
export const mostTurns = 1_000;

/** More requests than are answered before one that nothing holds any more. */
const mostRequests = 100;

/**
 * What a promise gives that depends on the fake in this process alone. One that goes on waiting fails its test at once, where it
 * would hang until the test's own time limit.
 *
 * @param request sends another request, which is answered at once: for promises that wait for a connection as well
 */
export async function soon<Value>(promise: Promise<Value>, request?: () => Promise<unknown>): Promise<Value> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  const turn = request ?? setImmediate;
  for (let turns = request ? mostRequests : mostTurns; turns > 0 && !isSettled; turns -= 1) await turn();
  if (!isSettled) throw new Error("Nothing lets this go on: it is still waited for.");
  return promise;
}

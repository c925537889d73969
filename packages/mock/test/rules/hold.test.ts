import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { HeldRequests } from "../../src/rules/hold.js";

const gate = () => new HeldRequests(() => "listAgents");

/** What became of a promise by now. */
function outcomeOf(promise: Promise<void>): Promise<unknown> {
  const settled = promise.then(
    () => "resolved",
    (reason) => reason,
  );
  return Promise.race([settled, setImmediate("waiting")]);
}

test("a request whose client has gone is not held", async () => {
  const held = gate();
  expect([await outcomeOf(held.hold(AbortSignal.abort("gone"))), held.count]).toEqual(["gone", 0]);
  expect(await outcomeOf(held.reached())).toBe("waiting");
});

test("a client that gives up is let go alone", async () => {
  const held = gate();
  const client = new AbortController();
  const requests = [held.hold(client.signal), held.hold()];
  client.abort("gave up");
  expect([await Promise.all(requests.map(outcomeOf)), held.count]).toEqual([["gave up", "waiting"], 1]);
});

test("reached resolves for all who wait, and at once when a request was held before", async () => {
  const held = gate();
  const waiting = [held.reached(), held.reached()];
  expect(await Promise.all(waiting.map(outcomeOf))).toEqual(["waiting", "waiting"]);
  held.hold();
  expect(await Promise.all([...waiting, held.reached()].map(outcomeOf))).toEqual(["resolved", "resolved", "resolved"]);
  held.release();
  expect(await outcomeOf(held.reached())).toBe("resolved");
});

test("who waits for a request is told that none came, when the gate is released before", async () => {
  const held = gate();
  const waiting = held.reached();
  held.release();
  held.release();
  const never = new Error("The gate for listAgents was released before a request reached it.");
  expect([await outcomeOf(waiting), await outcomeOf(held.reached())]).toEqual([never, never]);
});

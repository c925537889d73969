import { expect, test } from "vitest";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

const analysis = { score: 1, outcomeLabel: "Won", outcomeRationale: "", sections: [] };
const snapshot = (status: string) => Response.json({ data: { callId: "call_1", status, analysis, metadata: {} } });
const noPauses = { initialDelayMs: 0, intervalMs: 0 };
const doneIsCompleted = (status: string) => (status === "done" ? "completed" : "pending");

test("the client's poll is the default of its waits", async () => {
  const { fetch, calls } = oneOffFetch(snapshot("pending"), snapshot("done"));
  const poll = { ...noPauses, classify: doneIsCompleted };
  const call = await clientWith(fetch, { poll }).calls.waitForAnalysis("call_1");
  expect([call.status, calls.length]).toEqual(["done", 2]);
});

test("what a call says of polling goes before the client's poll", async () => {
  const { fetch } = oneOffFetch(snapshot("done"));
  const sdk = clientWith(fetch, { poll: { ...noPauses, classify: () => "failed" } });
  const call = await sdk.calls.waitForAnalysis("call_1", { poll: { classify: doneIsCompleted } });
  expect(call.status).toBe("done");
});

// Without the parent's `classify`, "done" means nothing, and the wait ends with `poll.timeoutMs`.
test("a call that changes one field of the client's poll leaves the others", async () => {
  const { fetch } = oneOffFetch(snapshot("done"));
  const sdk = clientWith(fetch, { poll: { ...noPauses, classify: doneIsCompleted } });
  const call = await sdk.calls.waitForAnalysis("call_1", { poll: { timeoutMs: 60_000 } });
  expect(call.status).toBe("done");
});

test("a derived client that changes one field of its parent's poll leaves the others", async () => {
  const { fetch } = oneOffFetch(snapshot("done"));
  const parent = clientWith(fetch, { poll: { ...noPauses, classify: doneIsCompleted } });
  const call = await parent.withOptions({ poll: { timeoutMs: 60_000 } }).calls.waitForAnalysis("call_1");
  expect(call.status).toBe("done");
});

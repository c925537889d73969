import type { CallAnalysis } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

const analysis = { score: 1, outcomeLabel: "Won", outcomeRationale: "", sections: [] };
const snapshot = (status: string) => Response.json({ data: { callId: "call_1", status, analysis, metadata: {} } });
const noPauses = { initialDelayMs: 0, intervalMs: 0 };
const doneIsCompleted = (status: string) => (status === "done" ? "completed" : "pending");

const ofClient = { ...noPauses, classify: doneIsCompleted };
const oneField = { poll: { timeoutMs: 60_000 } };

// Without the client's `classify`, "done" means nothing, and the wait ends with `poll.timeoutMs`.
test.each<[string, (sdk: CallAnalysis) => Promise<{ status: string }>]>([
  ["the default of its waits", (sdk) => sdk.calls.waitForAnalysis("call_1")],
  ["left but for the field that a call changes", (sdk) => sdk.calls.waitForAnalysis("call_1", oneField)],
  [
    "left but for the field that a derived client changes",
    (sdk) => sdk.withOptions(oneField).calls.waitForAnalysis("call_1"),
  ],
])("the client's poll is %s", async (_name, wait) => {
  const { fetch, calls } = oneOffFetch(snapshot("pending"), snapshot("done"));
  expect(await wait(clientWith(fetch, { poll: ofClient }))).toMatchObject({ status: "done" });
  expect(calls).toHaveLength(2);
});

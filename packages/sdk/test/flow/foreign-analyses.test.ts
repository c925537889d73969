import { isCompleted, ResponseFormatError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

const analysis = { score: 1, outcomeLabel: "Won", outcomeRationale: "", sections: [] };
const snapshot = (changes: object) => ({ callId: "call_1", status: "completed", analysis, metadata: {}, ...changes });

test("the analysis of another call than the one asked for is a ResponseFormatError", async () => {
  const { fetch } = oneOffFetch(Response.json({ data: snapshot({ callId: "call_2" }) }));
  const error = await rejectionOf(clientWith(fetch).calls.getAnalysis("call_1"), ResponseFormatError);
  expect(String(error)).toContain("another call");
});

test.each([[{}], [[]], [null], ["done"], [undefined]])(
  "a completed call whose analysis is %j is not completed yet",
  async (empty) => {
    const early = Response.json({ data: snapshot({ analysis: empty }) });
    const { fetch, calls } = oneOffFetch(early, Response.json({ data: snapshot({}) }));
    const poll = { initialDelayMs: 0, intervalMs: 0 };
    const call = await clientWith(fetch).calls.waitForAnalysis("call_1", { poll });
    expect(call.analysis).toEqual(analysis);
    expect(calls).toHaveLength(2);
    expect(isCompleted(snapshot({ analysis: empty }) as never)).toBe(false);
  },
);

import { ConfigurationError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

const analysis = { score: 1, outcomeLabel: "Won", outcomeRationale: "", sections: [] };
const snapshot = (status: string) => Response.json({ data: { callId: "call_1", status, analysis, metadata: {} } });
const noPauses = { initialDelayMs: 0, intervalMs: 0 };

test("the client's poll is the default of its waits", async () => {
  const { fetch, calls } = oneOffFetch(snapshot("pending"), snapshot("done"));
  const poll = { ...noPauses, classify: (status: string) => (status === "done" ? "completed" : "pending") } as const;
  const call = await clientWith(fetch, { poll }).calls.waitForAnalysis("call_1");
  expect([call.status, calls.length]).toEqual(["done", 2]);
});

test("what a call says of polling goes before the client's poll, field by field", async () => {
  const { fetch } = oneOffFetch(snapshot("done"));
  const sdk = clientWith(fetch, { poll: { ...noPauses, timeoutMs: 60_000 } });
  const call = await sdk.calls.waitForAnalysis("call_1", { poll: { classify: () => "completed" } });
  expect(call.status).toBe("done");
});

test("a derived client keeps the poll of its parent, and changes single fields", async () => {
  const { fetch } = oneOffFetch(snapshot("done"));
  const sdk = clientWith(fetch, { poll: noPauses }).withOptions({ poll: { classify: () => "completed" } });
  expect((await sdk.calls.waitForAnalysis("call_1")).status).toBe("done");
});

test("a poll that cannot work is refused when the client is made", () => {
  const { fetch } = oneOffFetch(snapshot("done"));
  expect(() => clientWith(fetch, { poll: { factor: 0.5 } })).toThrow(ConfigurationError);
});

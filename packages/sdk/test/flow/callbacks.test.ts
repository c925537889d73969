/** What a flow tells while it runs. Its callbacks never break it, and nothing waits for them. */
import type { ClaimOptions, FlowEvent } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { wavBytes } from "../support/recordings.ts";
import { virtualInterface } from "../support/virtual-interface.ts";

const input = { file: wavBytes(64), contentType: "audio/wav", memberId: "m", categoryId: "c" };
const poll = { initialDelayMs: 0, intervalMs: 0 };

test.each<[string, () => unknown]>([
  [
    "throw",
    () => {
      throw new Error("the caller's mistake");
    },
  ],
  ["give a promise that rejects", () => Promise.reject(new Error("the caller's mistake"))],
  ["give a promise that never ends", () => new Promise(() => {})],
])("a flow goes on when its callbacks %s", async (_what, callback) => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const { client } = virtualInterface("completed");
  const called = vi.fn(callback as () => void);
  const call = await client().calls.analyzeFile(input, { poll, onEvent: called, onProgress: () => void called() });
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off("unhandledRejection", unhandled);
  expect(call.status).toBe("completed");
  expect(called.mock.calls.length).toBeGreaterThan(6);
  expect(unhandled).not.toHaveBeenCalled();
});

test("what a caller changes in its udfs, in an event's token or in a claim is not sent", async () => {
  const { client, createdCalls } = virtualInterface("completed");
  const udfs = { order: 7 };
  const journal = {
    claim: async (_key: string, { call }: ClaimOptions) => {
      Object.assign(call, { memberId: "other" });
      return { status: "claimed" as const };
    },
    created: async () => {},
    released: async () => {},
  };
  const onEvent = (event: FlowEvent) => {
    udfs.order = 9;
    if (event.type === "uploaded" && event.resume.stage === "create") Object.assign(event.resume.call, { udfs: {} });
  };
  await client().calls.submitFile({ ...input, udfs }, { journal, onEvent });
  expect(createdCalls).toMatchObject([{ memberId: "m", udfs: { order: 7 } }]);
});

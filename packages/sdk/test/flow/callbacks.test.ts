/** What a flow tells while it runs. Its callbacks never break it, and nothing waits for them. */
import type { FlowEvent } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { wavBytes } from "../support/recordings.ts";
import { virtualInterface } from "../support/virtual-interface.ts";

const input = { file: wavBytes(64), contentType: "audio/wav", memberId: "m", categoryId: "c" };
const poll = { initialDelayMs: 0, intervalMs: 0 };

test("a flow tells each stage in its order, with what is known by then", async () => {
  const events: FlowEvent[] = [];
  const { client } = virtualInterface("processing", "completed");
  await client().calls.analyzeFile(input, { poll, onEvent: (event) => events.push(event) });
  const recording = { filename: "recording", contentType: "audio/wav", sizeBytes: 64 };
  expect(events).toMatchObject([
    { type: "granting", ...recording },
    { type: "uploading", ...recording },
    { type: "uploaded", publicUrl: "https://store.test/k", sizeBytes: 64, resume: { stage: "create" } },
    { type: "creating" },
    { type: "created", callId: "call-1", status: "processing", resume: { stage: "poll", callId: "call-1" } },
    { type: "polling", status: "processing", poll: 1 },
    { type: "polling", status: "completed", poll: 2 },
    { type: "completed", callId: "call-1", status: "completed" },
  ]);
});

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

test("submitFile gives the call and its recording, and waits for nothing", async () => {
  const { client, readsAtMs } = virtualInterface("processing");
  expect(await client().calls.submitFile(input)).toEqual({
    callId: "call-1",
    status: "processing",
    recording: {
      key: "k",
      publicUrl: "https://store.test/k",
      filename: "recording",
      contentType: "audio/wav",
      sizeBytes: 64,
    },
  });
  expect(readsAtMs).toEqual([]);
});

test("what the caller changes in udfs while the recording is uploaded is in the call", async () => {
  const bodies: unknown[] = [];
  const { client } = virtualInterface("completed");
  const udfs = { order: 7 };
  const journal = {
    claim: async (_key: string, { call }: { call: object }) => {
      bodies.push(call);
      return { status: "claimed" as const };
    },
    created: async () => {},
    released: async () => {},
  };
  const onEvent = ({ type }: FlowEvent) => {
    if (type === "creating") udfs.order = 9;
  };
  await client().calls.submitFile({ ...input, udfs }, { journal, onEvent });
  expect(bodies).toMatchObject([{ udfs: { order: 7 } }]);
});

test("methods work without their object", async () => {
  const { submitFile } = virtualInterface().client().calls;
  expect(await submitFile(input)).toMatchObject({ callId: "call-1" });
});

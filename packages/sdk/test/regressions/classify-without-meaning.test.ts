import { ConfigurationError, type PollOptions } from "@call-analysis/sdk";
import { beforeEach, expect, test, vi } from "vitest";
import { settled, virtualInterface } from "../analysis/virtual-interface.js";

beforeEach(() => {
  vi.useFakeTimers();
});

test("a classify that answers with another word is a ConfigurationError, not a wait without end", async () => {
  // As JavaScript's callers may do.
  const classify = (() => "done") as unknown as PollOptions["classify"];
  const { client, readsAtMs } = virtualInterface("completed");
  const wait = client().calls.waitForAnalysis("call-1", { poll: { classify } });
  expect(await settled(wait)).toBeInstanceOf(ConfigurationError);
  expect(readsAtMs).toHaveLength(1);
});

test("a classify that throws is a ConfigurationError that keeps the call", async () => {
  const cause = new Error("no word for it");
  const classify = () => {
    throw cause;
  };
  const { client } = virtualInterface("completed");
  const error = await settled(client().calls.waitForAnalysis("call-1", { poll: { classify } }));
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(error).toMatchObject({ cause, stage: "poll", resume: { callId: "call-1" } });
});

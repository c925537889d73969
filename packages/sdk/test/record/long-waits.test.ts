import { expect, onTestFinished, test, vi } from "vitest";
import { type JournalState, stateOnceDecided } from "../../src/record/ledger.ts";

test("a wait for somebody else's creation is logged once, after ten seconds", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: [atMs: number, level: string, text: string][] = [];
  const startedMs = Date.now();
  const log = (level: string, text: unknown) => void lines.push([Date.now() - startedMs, level, String(text)]);
  let state: JournalState = { stage: "creating", uncertain: false };
  const waiting = stateOnceDecided(async () => state, { key: "order-7", signal: new AbortController().signal, log });
  await vi.advanceTimersByTimeAsync(60_000);
  state = { stage: "created", callId: "call-1" };
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await waiting).toEqual(state);
  expect(lines).toEqual([[10_000, "warn", expect.stringMatching(/^order-7: .*suspended/)]]);
});

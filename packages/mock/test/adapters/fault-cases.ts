import { expect } from "vitest";
import { parsedJson } from "../../src/core/encoding.js";
import type { Fault, MockServiceOptions } from "../../src/index.js";
import type { AdapterName } from "./connection.js";
import type { Outcome, Probe } from "./probe.js";

/** A fault, and what clients see of it through each adapter. Its name is a row of the table in `docs/reference/faults.md`. */
export interface FaultCase {
  name: string;
  probe: Probe;
  fault?: Fault;
  options?: MockServiceOptions;
  outcome: { [Name in keyof Outcome]?: unknown };
  /** Of a broken connection, but through msw, whose one network error says nothing of its cause. */
  codes?: string[];
}

/** Checks what a client saw of a fault. */
export function expectOutcome(seen: Outcome, { given, adapter }: { given: FaultCase; adapter: AdapterName }): void {
  const { outcome, codes } = given;
  expect(seen).toMatchObject(outcome);
  const isMsw = adapter === "msw 2" || adapter === "msw 3" || adapter === "browser";
  if (codes && !isMsw) expect(codes).toContain(seen.code);
}

const above = (least: number) => expect.toSatisfy((value: number) => value > least);

const listAgents: Probe = { what: "list agents" };

const broken = { answer: "rejected", error: "TypeError" };

/** Every fault that clients can meet. */
export const faultCases: readonly FaultCase[] = [
  {
    name: "latency",
    probe: listAgents,
    fault: { latencyMs: 80 },
    outcome: { answer: 200, elapsedMs: above(75) },
  },
  {
    name: "status with a body",
    probe: { what: "create call" },
    fault: { status: 503, body: { message: "Down for maintenance" } },
    outcome: { answer: 503, text: '{"message":"Down for maintenance"}' },
  },
  {
    name: "`Retry-After` in seconds",
    probe: listAgents,
    fault: { status: 429, retryAfter: 7 },
    outcome: { answer: 429, retryAfter: "7" },
  },
  {
    name: "`Retry-After` as a date",
    probe: listAgents,
    fault: { status: 503, retryAfter: "2026-01-31T10:00:00Z" },
    outcome: { retryAfter: "Sat, 31 Jan 2026 10:00:00 GMT" },
  },
  {
    name: "network error",
    probe: { what: "create call" },
    fault: { network: "error" },
    outcome: broken,
    codes: ["UND_ERR_SOCKET", "ECONNRESET"],
  },
  {
    name: "connection reset",
    probe: { what: "create call" },
    fault: { network: "reset" },
    outcome: broken,
    codes: ["ECONNRESET"],
  },
  {
    name: "no answer",
    probe: { what: "list agents", answerMs: 200 },
    fault: { network: "timeout" },
    outcome: { answer: "nothing" },
  },
  {
    name: "truncated body",
    probe: listAgents,
    fault: { body: "truncate" },
    outcome: { answer: 200, body: "cut" },
  },
  {
    name: "empty body",
    probe: listAgents,
    fault: { body: "empty" },
    outcome: { answer: 200, body: "whole", text: "" },
  },
  {
    name: "malformed body",
    probe: listAgents,
    fault: { body: "malformed" },
    outcome: { answer: 200, body: "whole", text: expect.toSatisfy((text: string) => parsedJson(text) === undefined) },
  },
  {
    name: "stalled body",
    probe: { what: "list agents", pieceMs: 200 },
    fault: { body: "stall" },
    outcome: { answer: 200, body: "nothing", text: expect.stringMatching(/^\{"data":/) },
  },
  {
    name: "slow upload",
    probe: { what: "upload" },
    fault: { upload: { bytesPerSecond: 320_000 } },
    outcome: { answer: 200, elapsedMs: above(90) },
  },
  {
    name: "cut upload",
    probe: { what: "upload" },
    fault: { upload: { cutAfterBytes: 1_000 } },
    outcome: broken,
    codes: ["ECONNRESET", "EPIPE"],
  },
  {
    name: "rate limit",
    probe: listAgents,
    options: { policies: { rateLimit: { limit: 0, windowMs: 60_000 } } },
    outcome: { answer: 429, retryAfter: "60" },
  },
];

import { expect } from "vitest";
import type { Fault, MockServiceOptions } from "../../src/index.js";
import type { AdapterName } from "./connection.js";
import type { Outcome, Probe } from "./probe.js";

/** A fault, and what clients see of it through each adapter. Its name is a row of the table in `docs/reference/faults.md`. */
export interface FaultCase {
  name: string;
  probe: Probe;
  fault?: Fault;
  options?: MockServiceOptions;
  expect(outcome: Outcome, adapter: AdapterName): void;
}

const isMsw = (adapter: AdapterName) => adapter === "msw 2" || adapter === "msw 3" || adapter === "browser";

/** msw has one network error, which says nothing of its cause. */
function expectBrokenConnection({ answer, error, code }: Outcome, codes: string[], adapter: AdapterName): void {
  expect([answer, error]).toEqual(["rejected", "TypeError"]);
  if (!isMsw(adapter)) expect(codes).toContain(code);
}

/** Every fault that clients can meet. */
export const faultCases: readonly FaultCase[] = [
  {
    name: "latency, fixed",
    probe: { what: "list agents" },
    fault: { latencyMs: 80 },
    expect({ answer, elapsedMs }) {
      expect(answer).toBe(200);
      expect(elapsedMs).toBeGreaterThan(75);
    },
  },
  {
    name: "latency, lognormal",
    probe: { what: "list agents" },
    fault: { latencyMs: { medianMs: 80, sigma: 0.1 } },
    expect({ answer, elapsedMs }) {
      expect(answer).toBe(200);
      expect(elapsedMs).toBeGreaterThan(40);
    },
  },
  {
    name: "status with a body",
    probe: { what: "create call" },
    fault: { status: 503, body: { message: "Down for maintenance" } },
    expect({ answer, text }) {
      expect([answer, text]).toEqual([503, '{"message":"Down for maintenance"}']);
    },
  },
  {
    name: "`Retry-After` in seconds",
    probe: { what: "list agents" },
    fault: { status: 429, retryAfter: 7 },
    expect: ({ answer, retryAfter }) => expect([answer, retryAfter]).toEqual([429, "7"]),
  },
  {
    name: "`Retry-After` as a date",
    probe: { what: "list agents" },
    fault: { status: 503, retryAfter: "2026-01-31T10:00:00Z" },
    expect: ({ retryAfter }) => expect(retryAfter).toBe("Sat, 31 Jan 2026 10:00:00 GMT"),
  },
  {
    name: "network error",
    probe: { what: "create call" },
    fault: { network: "error" },
    expect: (outcome, adapter) => expectBrokenConnection(outcome, ["UND_ERR_SOCKET", "ECONNRESET"], adapter),
  },
  {
    name: "connection reset",
    probe: { what: "create call" },
    fault: { network: "reset" },
    expect: (outcome, adapter) => expectBrokenConnection(outcome, ["ECONNRESET"], adapter),
  },
  {
    name: "no answer",
    probe: { what: "list agents", answerMs: 200 },
    fault: { network: "timeout" },
    expect: ({ answer }) => expect(answer).toBe("nothing"),
  },
  {
    name: "truncated body",
    probe: { what: "list agents" },
    fault: { body: "truncate" },
    expect: ({ answer, body }) => expect([answer, body]).toEqual([200, "cut"]),
  },
  {
    name: "empty body",
    probe: { what: "list agents" },
    fault: { body: "empty" },
    expect: ({ answer, body, text }) => expect([answer, body, text]).toEqual([200, "whole", ""]),
  },
  {
    name: "malformed body",
    probe: { what: "list agents" },
    fault: { body: "malformed" },
    expect({ answer, body, text }) {
      expect([answer, body]).toEqual([200, "whole"]);
      expect(() => JSON.parse(text)).toThrow(SyntaxError);
    },
  },
  {
    name: "stalled body",
    probe: { what: "list agents", pieceMs: 200 },
    fault: { body: "stall" },
    expect({ answer, body, text }) {
      expect([answer, body]).toEqual([200, "nothing"]);
      expect(text).toMatch(/^\{"data":/);
    },
  },
  {
    name: "body in slow chunks",
    probe: { what: "list agents" },
    fault: { body: "slow-chunks" },
    expect({ answer, body, text, pieces }) {
      expect([answer, body]).toEqual([200, "whole"]);
      expect(JSON.parse(text).data).toHaveLength(4);
      expect(pieces).toBeGreaterThan(3);
    },
  },
  {
    name: "slow upload",
    probe: { what: "upload" },
    fault: { upload: { bytesPerSecond: 320_000 } },
    expect({ answer, elapsedMs }) {
      expect(answer).toBe(200);
      expect(elapsedMs).toBeGreaterThan(90);
    },
  },
  {
    name: "cut upload",
    probe: { what: "upload" },
    fault: { upload: { cutAfterBytes: 1_000 } },
    expect: (outcome, adapter) => expectBrokenConnection(outcome, ["ECONNRESET", "EPIPE"], adapter),
  },
  {
    name: "rate limit",
    probe: { what: "list agents" },
    options: { policies: { rateLimit: { limit: 0, windowMs: 60_000 } } },
    expect: ({ answer, retryAfter }) => expect([answer, retryAfter]).toEqual([429, "60"]),
  },
];

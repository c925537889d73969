import { createMockService } from "@call-analysis/mock";
import { CallAnalysis } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { failureOf } from "../support/failure-of.ts";
import { fetchFailed, oneOffFetch } from "../support/one-off-fetch.ts";
import { wavBytes } from "../support/recordings.ts";
import { agentList } from "../support/samples.ts";
import { clientWith, quickRetry } from "../support/test-client.ts";

const levels = ["debug", "info", "warn", "error"] as const;

/** How many lines of each level a request writes that gets 429, then 200 with a difference from the contract. */
async function linesAt(logLevel?: "off" | (typeof levels)[number]) {
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const { fetch } = oneOffFetch(new Response(null, { status: 429 }), Response.json(agentList));
  const validate = { mode: "warn" as const, validator: () => [{ path: "data", message: "drift" }] };
  await clientWith(fetch, { logger, logLevel, validate }).agents.list();
  return { logger, counts: levels.map((level) => logger[level].mock.calls.length) };
}

test.each([
  ["off", [0, 0, 0, 0]],
  ["error", [0, 0, 0, 0]],
  ["warn", [0, 0, 1, 0]],
  ["info", [0, 1, 1, 0]],
  ["debug", [2, 1, 1, 0]],
  [undefined, [0, 0, 1, 0]],
] as const)("at level %s there are as many lines of debug, info, warn and error as %j", async (logLevel, expected) => {
  expect((await linesAt(logLevel)).counts).toEqual(expected);
});

const fail = () => {
  throw new Error("the disk is full");
};

test("each retry of a flow is logged once, and each attempt too, also those of an upload", async () => {
  const service = createMockService();
  let puts = 0;
  const fetch: typeof service.fetch = async (url, init) => {
    if (init?.method === "PUT" && puts++ === 0) throw fetchFailed({ code: "ECONNREFUSED" });
    return service.fetch(url, init);
  };
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const options = { ...service.clientOptions({ fast: true }), fetch, retry: quickRetry };
  // A key for each of two grants, and none for the first create request.
  const apiKey = vi.fn(() => options.apiKey);
  for (const _ of [1, 2]) apiKey.mockReturnValueOnce(options.apiKey);
  apiKey.mockImplementationOnce(fail);
  const sdk = new CallAnalysis({ ...options, apiKey, logger, logLevel: "debug" });
  const [memberId = "", categoryId = ""] = [service.db.agents.list()[0]?.id, service.db.categories.list()[0]?.id];
  await sdk.calls.submitFile({ file: wavBytes(64), filename: "a.wav", memberId, categoryId });
  const retries = logger.info.mock.calls.map(([line]) => String(line).replace(/\. Next.*/, ""));
  expect(retries).toEqual([
    '[call-analysis] The upload of "a.wav": attempt 1 failed',
    "[call-analysis] POST /calls: attempt 1 failed",
  ]);
  const attempts = logger.debug.mock.calls.map(([line]) => String(line));
  expect(attempts.at(-1)).toMatch(/POST .*: attempt 1: 202$/);
  expect(attempts.filter((line) => line.includes("PUT "))).toEqual([
    expect.stringMatching(/PUT [^?]*: attempt 1: ConnectionError: .*ECONNREFUSED/),
    expect.stringMatching(/PUT [^?]*: attempt 2: 200$/),
  ]);
});

test.each<[string, () => void]>([
  ["throws", fail],
  ["gives a promise that rejects", async () => fail()],
])("a logger that %s breaks nothing", async (_what, line) => {
  const { fetch } = oneOffFetch(Response.json(agentList));
  const logger = { debug: line, info: line, warn: line, error: line };
  await expect(clientWith(fetch, { logger, logLevel: "debug" }).agents.list()).resolves.toEqual(agentList.data);
});

// A terminal takes some for the beginning of a command, and what reads a log takes some for the end of a line.
test.each([
  ["a line feed", "\n"],
  ["an escape", "\u001b"],
  ["the beginning of a control sequence", "\u009b"],
  ["a line separator", "\u2028"],
])("what the service says cannot forge lines of the log by %s", async (_name, sign) => {
  const detail = `no${sign}[call-analysis] all is well`;
  const { fetch } = oneOffFetch(Response.json({ detail }, { status: 400 }));
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  await failureOf(clientWith(fetch, { logger, logLevel: "debug" }).agents.list());
  const lines = logger.debug.mock.calls.map(([line]) => String(line));
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain(sign);
});

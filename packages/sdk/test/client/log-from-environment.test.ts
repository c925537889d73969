import { expect, test, vi } from "vitest";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

function spyOnConsole() {
  return { debug: vi.spyOn(console, "debug").mockReturnValue(), warn: vi.spyOn(console, "warn").mockReturnValue() };
}

test.each(["off", "error"])("CALL_ANALYSIS_LOG=%s logs no attempt", async (level) => {
  const { debug } = spyOnConsole();
  vi.stubEnv("CALL_ANALYSIS_LOG", level);
  const { fetch } = oneOffFetch(Response.json(agentList));
  await clientWith(fetch).agents.list();
  expect(debug).not.toHaveBeenCalled();
});

test("a logger that is given goes before CALL_ANALYSIS_LOG", async () => {
  const { debug } = spyOnConsole();
  vi.stubEnv("CALL_ANALYSIS_LOG", "debug");
  const line = vi.fn();
  const logger = { debug: line, info: line, warn: line, error: line };
  const { fetch } = oneOffFetch(Response.json(agentList));
  await clientWith(fetch, { logger }).agents.list();
  expect([debug.mock.calls.length, line.mock.calls.length]).toEqual([0, 0]);
});

test("a level of CALL_ANALYSIS_LOG that does not exist is refused by the variable's name", () => {
  vi.stubEnv("CALL_ANALYSIS_LOG", "verbose");
  expect(() => clientWith(oneOffFetch().fetch)).toThrow(
    /^CALL_ANALYSIS_LOG: expected one of off, error, warn, info, debug/,
  );
});

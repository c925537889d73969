import { BadRequestError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

test("what the service says cannot forge lines of the log", async () => {
  const { fetch } = oneOffFetch(Response.json({ detail: "no\n[call-analysis] all is well\u001b[2J" }, { status: 400 }));
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  await rejectionOf(clientWith(fetch, { logger, logLevel: "debug" }).agents.list(), BadRequestError);
  const lines = logger.debug.mock.calls.map(([line]) => String(line));
  expect(lines).toHaveLength(1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(lines[0]).not.toMatch(/[\u0000-\u001f]/);
});

test("a logger whose promise rejects breaks nothing", async () => {
  const { fetch } = oneOffFetch(Response.json(agentList));
  const fails = () => Promise.reject(new Error("the disk is full"));
  const logger = { debug: fails, info: fails, warn: fails, error: fails };
  await expect(clientWith(fetch, { logger, logLevel: "debug" }).agents.list()).resolves.toEqual(agentList.data);
});

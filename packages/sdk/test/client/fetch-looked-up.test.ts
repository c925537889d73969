import { CallAnalysis } from "@call-analysis/sdk";
import { afterEach, expect, test, vi } from "vitest";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";

afterEach(() => vi.unstubAllGlobals());

const options = { apiKey: "key", baseUrl: "https://service.test/v1" };

test("a fetch that is passed as an option is used in place of the global one", async () => {
  const global = oneOffFetch(new Response(null, { status: 500 }));
  const own = oneOffFetch(Response.json(agentList));
  vi.stubGlobal("fetch", global.fetch);
  await new CallAnalysis({ ...options, fetch: own.fetch }).agents.list();
  expect([global.calls.length, own.calls.length]).toEqual([0, 1]);
});

test("fetch is called so that it follows no redirect and uses no cache", async () => {
  const fetch = vi.fn(async (_input: unknown, _init?: RequestInit) => Response.json(agentList));
  await new CallAnalysis({ ...options, fetch }).agents.list();
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({ redirect: "manual", cache: "no-store" });
});

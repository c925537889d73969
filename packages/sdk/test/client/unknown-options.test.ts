import { expect, test, vi } from "vitest";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

test.each([
  ["timeout", /timeout is not known: did you mean timeoutMs\?/],
  ["baseURL", /baseURL is not known: did you mean baseUrl\?/],
  ["maxRetries", /maxRetries is not known: did you mean retry\?/],
  ["loglevel", /loglevel is not known: did you mean logLevel\?/],
  ["xyz", /xyz is not known\.$/],
])("the misspelt option %s is told once, at warn", (name, expected) => {
  const warn = vi.fn();
  const logger = { debug: () => {}, info: () => {}, warn, error: () => {} };
  const { fetch } = oneOffFetch(Response.json(agentList));
  clientWith(fetch, { logger, [name]: 1 });
  expect(warn).toHaveBeenCalledOnce();
  expect(warn.mock.calls[0]?.[0]).toMatch(expected);
});

test("a derived client tells of its own misspelt options, and not again of the first client's", () => {
  const warn = vi.fn();
  const logger = { debug: () => {}, info: () => {}, warn, error: () => {} };
  const { fetch } = oneOffFetch(Response.json(agentList));
  const sdk = clientWith(fetch, { logger, ...{ timeout: 1 } }).withOptions({ timeoutMs: 5 });
  expect(warn).toHaveBeenCalledOnce();
  const misspelt: object = { baseURL: "https://service.test" };
  sdk.withOptions(misspelt).withOptions({ poll: {} });
  expect(warn.mock.calls.map(([line]) => /option (\w+)/.exec(line)?.[1])).toEqual(["timeout", "baseURL"]);
});

test("known options are told nothing of", () => {
  const warn = vi.fn();
  const logger = { debug: () => {}, info: () => {}, warn, error: () => {} };
  const { fetch } = oneOffFetch(Response.json(agentList));
  clientWith(fetch, { logger, storeHosts: ["a.example.com"], maxResponseBytes: 10 }).withOptions({ timeoutMs: 5 });
  expect(warn).not.toHaveBeenCalled();
});

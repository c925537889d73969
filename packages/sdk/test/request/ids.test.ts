/** An id stays inside its path. */
import { type CallAnalysis, ConfigurationError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { failureOf, rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

test.each<[string, unknown]>([
  ["empty", ""],
  ["a dot", "."],
  ["two dots", ".."],
  ["a line break", "a\nb"],
  ["a null character", "a\u0000"],
  ["DEL", "\u007f"],
  ["a C1 control character", "\u0085"],
  ["half of a surrogate pair", "a\ud800"],
  ["an object", { toString: () => "a" }],
  ["undefined", undefined],
  ["null", null],
])("an id that is %s is refused by its name, and nothing is sent", async (_what, id) => {
  const { fetch, calls } = oneOffFetch(new Response());
  const error = await rejectionOf(clientWith(fetch).categories.get(id as string), ConfigurationError);
  expect(error.message).toMatch(/^categoryId\b/);
  expect(calls).toHaveLength(0);
});

test.each(["../agents", "a/b", "a\\b", "%2e%2e", "a?b=1", "a#b", "{id}", "$&", " ", "é", "*", "..."])(
  "the id %j is one segment of the address, and read back as it was",
  async (id) => {
    const { fetch, calls } = oneOffFetch(new Response(null, { status: 404 }));
    await failureOf(clientWith(fetch).categories.get(id));
    const { url = "" } = calls[0] ?? {};
    const segment = url.slice("https://service.test/v1/categories/".length);
    expect(new URL(url).href).toBe(url);
    expect(segment).toMatch(/^[^/?#\\]+$/);
    expect(decodeURIComponent(segment)).toBe(id);
  },
);

test("an id that is a number is taken, as programs in JavaScript have it", async () => {
  const { fetch, calls } = oneOffFetch(new Response(null, { status: 404 }));
  await failureOf(clientWith(fetch).categories.get(7 as never));
  expect(calls[0]?.url).toBe("https://service.test/v1/categories/7");
});

test.each<[string, (sdk: CallAnalysis, id: string) => unknown]>([
  ["agents.update", (sdk, id) => sdk.agents.update(id, {})],
  ["agents.delete", (sdk, id) => sdk.agents.delete(id)],
  ["calls.getAnalysis", (sdk, id) => sdk.calls.getAnalysis(id)],
  ["calls.waitForAnalysis", (sdk, id) => sdk.calls.waitForAnalysis(id)],
  ["calls.watchAnalysis", async (sdk, id) => sdk.calls.watchAnalysis(id)],
  ["campaigns.addProspect", (sdk, id) => sdk.campaigns.addProspect(id, {})],
])("%s checks its id", async (_name, call) => {
  const { fetch, calls } = oneOffFetch(new Response());
  const sdk = clientWith(fetch, { campaignBaseUrl: "https://campaign.test" });
  await rejectionOf((async () => call(sdk, ".."))(), ConfigurationError);
  expect(calls).toHaveLength(0);
});

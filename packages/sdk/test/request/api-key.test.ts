import { ConfigurationError, ConnectionError, KeyProviderError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { checkKey, resolveKey } from "../../src/request/api-key.js";
import { Secrets } from "../../src/request/redaction.js";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { creations } from "../support/operations.ts";
import { agentList } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

test.each(["k", "!", "~", "!key/with+signs=~"])("%j can be a key", (key) => {
  expect(checkKey("apiKey", key)).toBe(key);
});

test.each(["", " ", "a b", " key", "key ", "key\n", "\tkey", "k\u007f", "ké", 42, null, undefined, ["key"]])(
  "%j cannot be a key",
  (key) => {
    expect(() => checkKey("apiKey", key)).toThrow(ConfigurationError);
  },
);

test("a key that a function returns is known as a secret from then on, and a fixed one was before", async () => {
  const secrets = new Secrets();
  expect(await resolveKey("apiKey", async () => "rotated-key", secrets)).toBe("rotated-key");
  expect(await resolveKey("apiKey", "fixed-key", secrets)).toBe("fixed-key");
  expect(secrets.redact("rotated-key, fixed-key")).toBe("[redacted], fixed-key");
});

test("a key function that fails gives a KeyProviderError that names the option, with a cause without the last key", async () => {
  const secrets = new Secrets();
  await resolveKey("campaignApiKey", () => "rotated-key", secrets);
  const failing = () => Promise.reject(new Error("rotated-key expired"));
  const error = await rejectionOf(resolveKey("campaignApiKey", failing, secrets), KeyProviderError);
  expect(error.message).toMatch(/^campaignApiKey: /);
  expect(error.cause).toHaveProperty("message", "[redacted] expired");
});

/** A key function that fails so many times first. */
function failing(times: number) {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls <= times) throw new Error("the vault does not answer: old-key-1");
    return "new-key";
  };
}

test("a key function is called at each attempt, so a key can be rotated between them", async () => {
  const { fetch, calls } = oneOffFetch(new Response(null, { status: 500 }), Response.json(agentList));
  let asked = 0;
  const apiKey = async () => {
    asked += 1;
    return `key-${asked}`;
  };
  await clientWith(fetch, { apiKey }).agents.list();
  expect(calls.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer key-1", "Bearer key-2"]);
});

test("a key function is not called before the first request", () => {
  const { fetch } = oneOffFetch(new Response());
  const apiKey = () => {
    throw new Error("asked too early");
  };
  expect(() => clientWith(fetch, { apiKey })).not.toThrow();
});

test.each(creations)(
  "$name with a key function that always fails is a KeyProviderError, and certain",
  async ({ run }) => {
    const { fetch, calls } = oneOffFetch(Response.json({}));
    const sdk = clientWith(fetch, { apiKey: failing(9), campaignBaseUrl: "https://campaign.test" });
    const error = await rejectionOf(run(sdk), KeyProviderError);
    expect(error).toMatchObject({ code: "key_provider", attempts: 3, isRetryable: true });
    expect(String(error)).toContain("apiKey");
    expect(ConnectionError.is(error)).toBe(false);
    expect(calls).toHaveLength(0);
  },
);

test("a wait goes on although the key function fails once", async () => {
  const analysis = { score: 1, outcomeLabel: "Won", outcomeRationale: "", sections: [] };
  const completed = { data: { callId: "call_1", status: "completed", analysis, metadata: {} } };
  const { fetch } = oneOffFetch(Response.json(completed));
  const poll = { initialDelayMs: 0, intervalMs: 0 };
  const call = await clientWith(fetch, { apiKey: failing(2) }).calls.waitForAnalysis("call_1", { poll });
  expect(call.status).toBe("completed");
});

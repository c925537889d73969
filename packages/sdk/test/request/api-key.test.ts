import { ConfigurationError, KeyProviderError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { checkKey, resolveKey } from "../../src/request/api-key.js";
import { Secrets } from "../../src/request/redaction.js";
import { rejectionOf } from "../support/failure-of.ts";

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

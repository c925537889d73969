import { AbortError, ConfigurationError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { deafFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

test("a signal that is no instance of this realm's AbortSignal, as jsdom's, is heeded", async () => {
  const signal = Object.assign(new EventTarget(), { aborted: false, reason: "enough" });
  setTimeout(() => signal.dispatchEvent(new Event("abort")), 5);
  const error = await rejectionOf(clientWith(deafFetch).agents.list({ signal: signal as never }), AbortError);
  expect(error.cause).toBe("enough");
});

test("a signal that cannot be one is refused by name", async () => {
  const listing = clientWith(deafFetch).agents.list({ signal: new AbortController() as never });
  expect((await rejectionOf(listing, ConfigurationError)).message).toMatch(/^signal /);
});

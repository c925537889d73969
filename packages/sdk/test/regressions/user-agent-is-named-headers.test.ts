import { expect, test } from "vitest";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

const { fetch } = oneOffFetch(new Response());

test.each(["a\nb", 5, ""])("a userAgent that cannot be a header is refused by its own name: %j", (userAgent) => {
  expect(() => clientWith(fetch, { userAgent: userAgent as string })).toThrow(/^userAgent /);
});

import { ResponseFormatError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

test("the body of a redirect is cancelled, so that its connection is free again", async () => {
  let isCancelled = false;
  const cancel = () => {
    isCancelled = true;
  };
  const body = new ReadableStream({ cancel });
  const fetch = oneOffFetch(() => new Response(body, { status: 302 })).fetch;
  await rejectionOf(clientWith(fetch).agents.list(), ResponseFormatError);
  expect(isCancelled).toBe(true);
});

import { SubmissionUncertainError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { callInput } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

test("the cause of an uncertain submission counts its attempts as the error itself does", async () => {
  const { fetch } = oneOffFetch(new Response(null, { status: 429 }), new Response(null, { status: 502 }));
  const error = await rejectionOf(clientWith(fetch).calls.create(callInput), SubmissionUncertainError);
  expect(error).toMatchObject({ attempts: 2, cause: { status: 502, attempts: 2 } });
});

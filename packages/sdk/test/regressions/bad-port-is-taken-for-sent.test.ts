import { ConnectionError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { callInput } from "../support/samples.ts";
import { clientOf } from "../support/test-client.ts";

test("a port that fetch blocks proves that nothing was sent", async () => {
  const sdk = clientOf({ baseUrl: "http://127.0.0.1:1/v1" });
  const error = await rejectionOf(sdk.calls.create(callInput), ConnectionError);
  expect(error.requestSent).toBe(false);
});

import { ResponseValidationError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList, callInput, createdCall } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

const validator = () => {
  throw new RangeError("the validator's own fault");
};

test("a validator that throws is reported with warn, and breaks nothing", async () => {
  const { fetch } = oneOffFetch(Response.json(agentList));
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const sdk = clientWith(fetch, { logger, validate: { mode: "warn", validator } });
  await expect(sdk.agents.list()).resolves.toEqual(agentList.data);
  expect(logger.warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("the validator's own fault"));
});

test("a validator that throws is a validation error with strict, and the callId is kept", async () => {
  const { fetch } = oneOffFetch(Response.json(createdCall, { status: 202 }));
  const sdk = clientWith(fetch, { validate: { mode: "strict", validator } });
  const error = await rejectionOf(sdk.calls.create(callInput), ResponseValidationError);
  expect(error.body).toEqual(createdCall);
});

import { ResponseValidationError } from "@call-analysis/sdk";
import { createValidator } from "@call-analysis/sdk/schemas";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { callInput, createdCall } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

const validator = createValidator();
const drifted = { data: [{ id: 7, name: "Asha" }] };

test("strict throws with every issue and the whole body, after one request", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(drifted));
  const sdk = clientWith(fetch, { validate: { mode: "strict", validator } });
  const error = await rejectionOf(sdk.agents.list(), ResponseValidationError);
  expect(error.issues.map(({ path }) => path).sort()).toEqual(
    ["createdAt", "email", "id", "image", "userId"].map((field) => `data.0.${field}`),
  );
  expect(error).toMatchObject({ body: drifted, attempts: 1, isRetryable: false });
  expect(error.message).toMatch(/^GET https:\/\/service\.test\/v1\/agents: the response does not match the contract\./);
  expect(calls).toHaveLength(1);
});

test("strict accepts unknown fields and unknown statuses, and the caller gets them", async () => {
  const body = { data: { callId: "c", status: "transcribing", queue: { place: 3 } }, trace: "t" };
  const { fetch } = oneOffFetch(Response.json(body));
  const sdk = clientWith(fetch, { validate: { mode: "strict", validator } });
  await expect(sdk.calls.getAnalysis("c")).resolves.toEqual(body.data);
});

test.each<[string, (id: string, body: unknown) => unknown]>([
  ["throws", () => Object(undefined).missing.field],
  ["returns nothing", () => undefined],
  ["returns a promise", async () => []],
  ["names a path in another form", () => [{ path: ["data", 0], message: 7 }]],
])("a validator that %s changes nothing in mode warn, and loses no call that was created", async (_name, own) => {
  const { fetch } = oneOffFetch(Response.json(createdCall, { status: 202 }));
  const sdk = clientWith(fetch, { validate: { mode: "warn", validator: own as typeof validator } });
  await expect(sdk.calls.create(callInput)).resolves.toMatchObject(createdCall.data);
});

const failing = () => {
  throw new RangeError("the validator's own fault");
};

test("in the mode strict a validator that throws is a validation error that keeps the callId", async () => {
  const { fetch } = oneOffFetch(Response.json(createdCall, { status: 202 }));
  const sdk = clientWith(fetch, { validate: { mode: "strict", validator: failing } });
  const error = await rejectionOf(sdk.calls.create(callInput), ResponseValidationError);
  expect(error.body).toEqual(createdCall);
});

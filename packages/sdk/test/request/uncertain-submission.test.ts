import { ApiError, CallAnalysisError, type ClientOptions, SubmissionUncertainError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { checkRows } from "../support/check-rows.ts";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { callInput, createdCall } from "../support/samples.ts";
import { json, raw, type ScriptedResponse, stall, stallMidBody, wrongLength } from "../support/scripted-responses.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientOf, clientWith, quickRetry } from "../support/test-client.ts";
import { onVirtualTime } from "../support/virtual-run.ts";
import { thenPass, useVirtualTime } from "../support/virtual-time.ts";

async function createAgainst(answer: ScriptedResponse, options: ClientOptions = {}) {
  useVirtualTime();
  const service = await startScriptedService(answer);
  const creation = clientOf(service, { timeoutMs: 60_000, ...options }).calls.create(callInput);
  return { service, creation };
}

const accepted = json(202, createdCall);
/** A fetch of the caller's own, which sends the request and returns this. */
const returning = (response: unknown) => async (url: string, init: RequestInit) => {
  await fetch(url, init);
  return response as Response;
};
const saidByProxy = { error: { code: "submission_uncertain", message: "The service never confirmed this call." } };
const withoutForEach = { ok: false, status: 500, headers: { get: () => null }, text: async () => "" };

const unclearEnds: [what: string, ScriptedResponse, cause: object, ClientOptions?][] = [
  ["an end of the connection without a response", raw(""), { code: "connection" }],
  ["a deadline", thenPass(30_000, stall()), { kind: "deadline", requestSent: true }, { deadlineMs: 30_000 }],
  ["a body that stops in the middle", thenPass(60_000, stallMidBody(202)), { kind: "attempt" }],
  ["a body shorter than its length", wrongLength(202, '{"data":', 400), { code: "connection", requestSent: true }],
  ["a 408", json(408, {}), { status: 408 }],
  ["a 202 without a callId", json(202, { data: { status: "processing" } }), { code: "response_format" }],
  ["a callId that no path can hold", json(202, { data: { callId: ".." } }), { code: "response_format" }],
  ["a callId that is a number", json(202, { data: { callId: 7 } }), { code: "response_format" }],
  ["a proxy's 409 that says so", json(409, saidByProxy), { code: "conflict", status: 409 }],
  ["a fetch that returns nothing", accepted, { code: "configuration" }, { fetch: returning(undefined) }],
  ["a fetch that returns half a Response", accepted, { status: 500 }, { fetch: returning(withoutForEach) }],
];

test("a creation that was sent and got no usable answer is uncertain, with the failure as its cause", async () => {
  await checkRows(unclearEnds, async (scripted, cause, options?: ClientOptions) => {
    const { service, creation } = await createAgainst(scripted, options);
    const error = await rejectionOf(creation, SubmissionUncertainError);
    expect(error).toMatchObject({ cause, attempts: 1, isRetryable: false });
    expect(error.message).toContain(`(${CallAnalysisError.fromJSON(error.cause).code}): the call may or may not`);
    expect(service.requests).toHaveLength(1);
  });
});

test.each([500, 502, 503, 504])("a proxy that says with a %i that nothing was created is believed", async (status) => {
  const body = { error: { code: "not_created", message: "The service failed before anything was created." } };
  const { fetch, calls } = oneOffFetch(Response.json(body, { status }));
  const creation = clientWith(fetch).calls.submitUrl(callInput);
  expect(await rejectionOf(creation, ApiError)).toMatchObject({ status, resume: { uncertain: false } });
  expect(calls).toHaveLength(1);
});

test("the statuses that an option calls unprocessed hold in a flow and with retry: false as in a single request", async () => {
  const retry = { ...quickRetry, maxAttempts: 2, unprocessedStatuses: [400, 599] };
  const { fetch, calls } = oneOffFetch(new Response(null, { status: 599 }));
  const error = await rejectionOf(clientWith(fetch).calls.submitUrl(callInput, { retry }), ApiError);
  expect(error).toMatchObject({ status: 599, attempts: 2, resume: { uncertain: false } });
  expect(calls).toHaveLength(2);
  await rejectionOf(clientWith(fetch, { retry }).calls.create(callInput), ApiError);
  expect(calls).toHaveLength(4);
  const once = clientWith(fetch, { retry }).calls.submitUrl(callInput, { retry: false });
  expect(await rejectionOf(once, ApiError)).toMatchObject({ status: 599, attempts: 1 });
});

test("a creation whose response by the caller's own fetch has only what is needed has its callId", async () => {
  const text = async () => JSON.stringify(createdCall);
  const plain = { ok: true, status: 202, headers: new Map([["content-type", "application/json"]]), text };
  const sdk = clientWith(async () => plain as never);
  expect(await sdk.calls.create(callInput)).toMatchObject(createdCall.data);
});

test("a created call whose response has no status keeps its token when the status cannot be read", async () => {
  const { fetch } = oneOffFetch(
    Response.json({ data: { callId: "call_1" } }, { status: 202 }),
    new Response(null, { status: 404 }),
  );
  const submission = onVirtualTime(() => clientWith(fetch, { retry: false }).calls.submitUrl(callInput));
  expect(await rejectionOf(submission, ApiError)).toMatchObject({ resume: { stage: "poll", callId: "call_1" } });
});

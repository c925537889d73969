import { ApiError, CallAnalysisError, SubmissionUncertainError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { checkRows } from "../support/check-rows.ts";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { callInput, createdCall } from "../support/samples.ts";
import { json, raw, type ScriptedResponse, stall, stallMidBody, wrongLength } from "../support/scripted-responses.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientOf, clientWith, quickRetry } from "../support/test-client.ts";
import { thenPass, useVirtualTime } from "../support/virtual-time.ts";

async function createAgainst(answer: ScriptedResponse, options = {}) {
  useVirtualTime();
  const service = await startScriptedService(answer);
  const creation = clientOf(service, { timeoutMs: 60_000 }).calls.create(callInput, options);
  return { service, creation };
}

const unclearEnds: [what: string, ScriptedResponse, cause: object, options?: object][] = [
  ["an end of the connection without a response", raw(""), { code: "connection" }],
  ["a deadline", thenPass(30_000, stall()), { kind: "deadline", requestSent: true }, { deadlineMs: 30_000 }],
  ["a body that stops in the middle", thenPass(60_000, stallMidBody(202)), { kind: "attempt" }],
  ["a body shorter than its length", wrongLength(202, '{"data":', 400), { code: "connection", requestSent: true }],
  ["a 408", json(408, {}), { status: 408 }],
  ["a 202 without a callId", json(202, { data: { status: "processing" } }), { code: "response_format" }],
  ["a callId that no path can hold", json(202, { data: { callId: ".." } }), { code: "response_format" }],
  ["a callId that is a number", json(202, { data: { callId: 7 } }), { code: "response_format" }],
];

test("a creation that was sent and got no complete answer is uncertain, with the failure as its cause", async () => {
  await checkRows(unclearEnds, async (scripted, cause, options?: object) => {
    const { service, creation } = await createAgainst(scripted, options);
    const error = await rejectionOf(creation, SubmissionUncertainError);
    expect(error).toMatchObject({ cause, attempts: 1, isRetryable: false });
    expect(error.message).toContain(`(${CallAnalysisError.fromJSON(error.cause).code}): the call may or may not`);
    expect(service.requests).toHaveLength(1);
  });
});

test("a proxy that says with a 409 that a creation is uncertain is believed", async () => {
  const body = { error: { code: "submission_uncertain", message: "The service never confirmed this call." } };
  const { fetch } = oneOffFetch(Response.json(body, { status: 409 }));
  const error = await rejectionOf(clientWith(fetch).calls.create(callInput), SubmissionUncertainError);
  expect(error).toMatchObject({ cause: { code: "conflict", status: 409 } });
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

test("a creation whose response by the caller's own fetch is unusable is uncertain, or has its callId", async () => {
  const createBy = (response: unknown) =>
    clientWith(async () => response as never, { retry: false }).calls.create(callInput);
  const text = async () => JSON.stringify(createdCall);
  const plain = new Map([["content-type", "application/json"]]);
  expect(await createBy({ ok: true, status: 202, headers: plain, text })).toMatchObject(createdCall.data);
  const broken = { ok: false, status: 500, headers: { get: () => null, forEach: undefined }, text };
  for (const response of [undefined, broken]) await rejectionOf(createBy(response), SubmissionUncertainError);
});

test("a created call whose response has no status keeps its token when the status cannot be read", async () => {
  const { fetch } = oneOffFetch(
    Response.json({ data: { callId: "call_1" } }, { status: 202 }),
    new Response(null, { status: 404 }),
  );
  const submission = clientWith(fetch, { retry: false }).calls.submitUrl(callInput);
  expect(await rejectionOf(submission, ApiError)).toMatchObject({ resume: { stage: "poll", callId: "call_1" } });
});

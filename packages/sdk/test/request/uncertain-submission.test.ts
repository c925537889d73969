import { ApiError, CallAnalysisError, SubmissionUncertainError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { callInput, createdCall } from "../support/samples.ts";
import { json, raw, type ScriptedResponse, stall, stallMidBody, wrongLength } from "../support/scripted-responses.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientOf, clientWith, quickRetry } from "../support/test-client.ts";
import { textsOf } from "../support/texts-of.ts";
import { thenPass, useVirtualTime } from "../support/virtual-time.ts";

async function createAgainst(answer: ScriptedResponse, options = {}) {
  useVirtualTime();
  const service = await startScriptedService(answer);
  const creation = clientOf(service, { timeoutMs: 60_000 }).calls.create(callInput, options);
  return { service, creation };
}

test.each<[string, ScriptedResponse, object, object?]>([
  ["an end of the connection without a response", raw(""), { code: "connection" }],
  ["a deadline", thenPass(30_000, stall()), { kind: "deadline", requestSent: true }, { deadlineMs: 30_000 }],
  ["a body that stops in the middle", thenPass(60_000, stallMidBody(202)), { kind: "attempt" }],
  ["a body shorter than its length", wrongLength(202, '{"data":', 400), { code: "connection" }],
  ["a 202 without a callId", json(202, { data: { status: "processing" } }), { code: "response_format" }],
  ["a callId that no path can hold", json(202, { data: { callId: ".." } }), { code: "response_format" }],
  ["a callId that is a number", json(202, { data: { callId: 7 } }), { code: "response_format" }],
])("a creation that meets %s is uncertain, with that as its cause", async (_name, scripted, cause, options) => {
  const { service, creation } = await createAgainst(scripted, options);
  const error = await rejectionOf(creation, SubmissionUncertainError);
  expect(error).toMatchObject({ cause, attempts: 1, isRetryable: false });
  expect(error.message).toContain(`(${CallAnalysisError.fromJSON(error.cause).code}): the call may or may not`);
  expect(service.requests).toHaveLength(1);
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

test("the message of an uncertain creation names the recording, without a signature", async () => {
  const { fetch } = oneOffFetch(new Response(null, { status: 500 }));
  const audio_url = "https://files.test/of-asha.wav?signature=5e1f90aa";
  const error = await rejectionOf(
    clientWith(fetch).calls.create({ ...callInput, audio_url }),
    SubmissionUncertainError,
  );
  expect(error.message).toContain("https://files.test/of-asha.wav");
  expect(textsOf(error).filter((text) => text.includes("5e1f90aa"))).toEqual([]);
});

test("the statuses that an option calls unprocessed hold in a flow and with retry: false as in a single request", async () => {
  const retry = { ...quickRetry, maxAttempts: 2, unprocessedStatuses: [429, 503] };
  const { fetch, calls } = oneOffFetch(new Response(null, { status: 503 }));
  const error = await rejectionOf(clientWith(fetch).calls.submitUrl(callInput, { retry }), ApiError);
  expect(error).toMatchObject({ status: 503, attempts: 2, resume: { uncertain: false } });
  expect(calls).toHaveLength(2);
  await rejectionOf(clientWith(fetch, { retry }).calls.create(callInput), ApiError);
  expect(calls).toHaveLength(4);
  const once = clientWith(fetch, { retry }).calls.submitUrl(callInput, { retry: false });
  expect(await rejectionOf(once, ApiError)).toMatchObject({ status: 503, attempts: 1 });
});

test("a creation whose response the caller's own fetch gives without usable headers is uncertain, or has its callId", async () => {
  const own = (status: number, headers: unknown) => {
    const text = async () => JSON.stringify(createdCall);
    return clientWith(async () => ({ ok: status < 300, status, headers, text }) as never, { retry: false });
  };
  const plain = new Map([["content-type", "application/json"]]);
  expect(await own(202, plain).calls.create(callInput)).toMatchObject(createdCall.data);
  const broken = { get: () => null, forEach: undefined };
  await rejectionOf(own(500, broken).calls.create(callInput), SubmissionUncertainError);
});

test("a created call whose response has no status keeps its token when the status cannot be read", async () => {
  const { fetch } = oneOffFetch(
    Response.json({ data: { callId: "call_1" } }, { status: 202 }),
    new Response(null, { status: 404 }),
  );
  const submission = clientWith(fetch, { retry: false }).calls.submitUrl(callInput);
  expect(await rejectionOf(submission, ApiError)).toMatchObject({ resume: { stage: "poll", callId: "call_1" } });
});

import { SubmissionUncertainError } from "@call-analysis/sdk-next";
import { expect, test } from "vitest";
import { rejectionOf } from "./support/failure-of.ts";
import { callInput, createdCall } from "./support/samples.ts";
import {
  empty,
  halfBody,
  html,
  json,
  raw,
  redirect,
  reset,
  type ScriptedResponse,
  stall,
  stallMidBody,
  wrongLength,
} from "./support/scripted-responses.ts";
import { startScriptedService } from "./support/scripted-service.ts";
import { clientOf } from "./support/test-client.ts";
import { thenPass, useVirtualTime } from "./support/virtual-time.ts";

async function createAgainst(answer: ScriptedResponse, options = {}) {
  useVirtualTime();
  const service = await startScriptedService(answer);
  const creation = clientOf(service, { timeoutMs: 60_000 }).calls.create(callInput, options);
  return { service, creation };
}

test.each<[string, ScriptedResponse, object, object?]>([
  ["a 500", json(500, {}), { status: 500 }],
  ["a 408", empty(408), { status: 408 }],
  ["a reset", reset(), { code: "connection", requestSent: true }],
  ["an end of the connection without a response", raw(""), { code: "connection" }],
  ["bytes that are no HTTP", raw("220 mail.test ESMTP\r\n\r\n"), { code: "connection" }],
  ["no answer in time", thenPass(60_000, stall()), { kind: "attempt", requestSent: true }],
  ["a deadline", thenPass(30_000, stall()), { kind: "deadline", requestSent: true }, { deadlineMs: 30_000 }],
  ["a body that stops in the middle", thenPass(60_000, stallMidBody(202)), { kind: "attempt" }],
  ["half a body", halfBody(202, createdCall), { code: "connection", requestSent: true }],
  ["a body shorter than its length", wrongLength(202, '{"data":', 400), { code: "connection" }],
  ["a redirect", redirect("https://elsewhere.test/"), { code: "response_format", status: 307 }],
  ["a 202 in HTML", html(202), { code: "response_format" }],
  ["an empty 202", empty(202), { code: "response_format" }],
  ["a 202 without a callId", json(202, { data: { status: "processing" } }), { code: "response_format" }],
  ["an empty callId", json(202, { data: { callId: "" } }), { code: "response_format" }],
  ["a callId that is a number", json(202, { data: { callId: 7 } }), { code: "response_format" }],
])("a creation that meets %s is uncertain, with that as its cause", async (_name, scripted, cause, options) => {
  const { service, creation } = await createAgainst(scripted, options);
  const error = await rejectionOf(creation, SubmissionUncertainError);
  expect(error).toMatchObject({ cause, attempts: 1, isRetryable: false });
  expect(error.message).toContain("it is unknown whether the call was created");
  expect(service.requests).toHaveLength(1);
});

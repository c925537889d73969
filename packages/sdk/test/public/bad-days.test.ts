import type { FlowStage } from "@call-analysis/sdk";
import * as sdkPackage from "@call-analysis/sdk";
import { describe, expect, test } from "vitest";
import { checkRows } from "../support/check-rows.ts";
import { type Fake, failureOf, quickRetry, startFake } from "./support/fake.ts";

const { CallAnalysisError, ConfigurationError } = sdkPackage;

type Fault = Parameters<Fake["service"]["faults"]["inject"]>[0];
type ErrorName = keyof typeof sdkPackage & `${string}Error`;

/** What comes in an answer's place, and the error that it is for one request of the interface. */
interface BadAnswer {
  fault: Fault;
  name: ErrorName;
  fields?: object;
  /** Whether the interface may have done what it was asked for. */
  isUncertain?: boolean;
  /** Another class that says the same of it. */
  otherName?: ErrorName;
  /** The error at the store, which has no classes for statuses. */
  atStore?: [ErrorName, object?];
}

const refusal = (status: number, name: ErrorName): BadAnswer => ({
  fault: { status },
  name,
  fields: { status, attempts: 1, requestId: expect.any(String), fieldErrors: expect.any(Array) },
  atStore: ["UploadError", { status }],
});

const answers: Record<string, BadAnswer> = {
  "400": refusal(400, "BadRequestError"),
  "401": refusal(401, "AuthenticationError"),
  "403": refusal(403, "PermissionDeniedError"),
  "404": refusal(404, "NotFoundError"),
  "409": refusal(409, "ConflictError"),
  "418": refusal(418, "ApiError"),
  "422": refusal(422, "UnprocessableEntityError"),
  "429": {
    ...refusal(429, "RateLimitError"),
    fields: { status: 429, retryAfterMs: undefined, isRetryable: true },
  },
  "429 with Retry-After": {
    fault: { status: 429, retryAfter: 7 },
    name: "RateLimitError",
    fields: { retryAfterMs: 7_000 },
    atStore: ["UploadError", { status: 429 }],
  },
  "408": { ...refusal(408, "ApiError"), isUncertain: true },
  "500": { ...refusal(500, "ServerError"), isUncertain: true },
  "503 with Retry-After": {
    fault: { status: 503, retryAfter: 7 },
    name: "ServerError",
    fields: { status: 503, retryAfterMs: 7_000, isRetryable: true },
    isUncertain: true,
    atStore: ["UploadError", { status: 503 }],
  },
  "reset before it was processed": {
    fault: { network: "reset" },
    name: "ConnectionError",
    isUncertain: true,
    atStore: ["ConnectionError"],
  },
  "reset after it was processed": {
    fault: { network: "reset", when: "after" },
    name: "ConnectionError",
    isUncertain: true,
    atStore: ["ConnectionError"],
  },
  "no answer in time": {
    fault: { network: "timeout", when: "after" },
    name: "TimeoutError",
    fields: { kind: "attempt" },
    isUncertain: true,
    atStore: ["TimeoutError", { kind: "attempt" }],
  },
  redirect: {
    fault: { status: 302 },
    name: "ResponseFormatError",
    fields: { status: 302 },
    isUncertain: true,
    atStore: ["UploadError", { status: 302 }],
  },
  HTML: { fault: { status: 200, body: "<html>Sign in</html>" }, name: "ResponseFormatError", isUncertain: true },
  // The connection breaks, and the JSON is cut off.
  "cut body": {
    fault: { body: "truncate" },
    name: "ConnectionError",
    otherName: "ResponseFormatError",
    isUncertain: true,
  },
  "JSON that is cut off": {
    fault: { status: 200, body: '{"data":{"call' },
    name: "ResponseFormatError",
    isUncertain: true,
  },
  "empty body": { fault: { body: "empty" }, name: "ResponseFormatError", isUncertain: true },
  "body that is no JSON": { fault: { body: "malformed" }, name: "ResponseFormatError", isUncertain: true },
};

/** A fake with one bad answer at one operation, and a client that sends nothing again. */
function startBadDay(operation: Fault["operation"], { fault }: BadAnswer, times: object = { times: 1 }): Fake {
  const timeoutMs = "network" in fault && fault.network === "timeout" ? 40 : 30_000;
  const fake = startFake({}, { retry: false, timeoutMs });
  fake.service.faults.inject({ ...fault, ...times, operation } as Fault);
  return fake;
}

/** The error of a flow, once its class, its stage and its JSON were checked. */
async function failureAt(stage: FlowStage, names: (ErrorName | undefined)[], flow: Promise<unknown>) {
  const error = await failureOf(flow);
  expect(CallAnalysisError.is(error)).toBe(true);
  expect(error.stage).toBe(stage);
  expect(names).toContain(error.name);
  // biome-ignore lint/performance/noDynamicNamespaceImportAccess: nobody bundles a test.
  const known = sdkPackage[error.name as ErrorName];
  for (const value of [error, CallAnalysisError.fromJSON(structuredClone(error.toJSON()))]) {
    expect(known.is(value)).toBe(true);
    expect(value).toBeInstanceOf(known);
  }
  return error;
}

const cases = Object.entries(answers);

describe("at the grant, the error has no token, nothing is uploaded, and a second run makes one call:", () => {
  test.each(cases)("%s", async (_, answer) => {
    const { sdk, input, asked, calls } = startBadDay("createUploadUrl", answer);
    const error = await failureAt("grant", [answer.name, answer.otherName], sdk.calls.analyzeFile(input()));
    expect(error).toMatchObject(answer.fields ?? {});
    expect(error.resume).toBeUndefined();
    expect([asked("createUploadUrl"), asked("uploadRecording")]).toEqual([1, 0]);
    if (error.name !== "RateLimitError") await sdk.calls.analyzeFile(input());
    expect(calls()).toBe(error.name === "RateLimitError" ? 0 : 1);
  });
});

describe("at the store, the error has no token, and no call is created:", () => {
  const atStore = cases.filter(([, { atStore }]) => atStore !== undefined);
  test.each(atStore)("%s", async (_, answer) => {
    const [name = "UploadError" as const, fields] = answer.atStore ?? [];
    const { sdk, input, asked, calls } = startBadDay("uploadRecording", answer, {});
    const error = await failureAt("upload", [name], sdk.calls.analyzeFile(input()));
    expect(error).toMatchObject(fields ?? {});
    expect(error.resume).toBeUndefined();
    // A 403 may mean that the grant is too old, so there may be another one.
    if (error.status !== 403) expect(asked("uploadRecording")).toBe(1);
    expect([asked("createCall"), calls()]).toEqual([0, 0]);
  });
});

test("at the creation, the token leads to one call, and an uncertain one is never sent again unasked", async () => {
  await checkRows(cases, async (answer) => {
    const { sdk, input, asked, calls } = startBadDay("createCall", answer);
    const { isUncertain = false, name, fields = {} } = answer;
    const flow = sdk.calls.analyzeFile(input());
    const error = await failureAt("create", [isUncertain ? "SubmissionUncertainError" : name], flow);
    expect(error.resume).toMatchObject({
      stage: "create",
      uncertain: isUncertain,
      call: { memberId: input().memberId },
    });
    if (isUncertain) expect([name, answer.otherName]).toContain(error.cause.name);
    if (isUncertain) expect(error.cause).toMatchObject(fields);
    else expect(error).toMatchObject(fields);
    expect(asked("createCall")).toBe(1);
    const created = calls();
    const token = JSON.parse(JSON.stringify(error.resume));
    if (isUncertain) expect(await failureOf(sdk.calls.resume(token))).toBeInstanceOf(ConfigurationError);
    expect([asked("createCall"), calls()]).toEqual([1, created]);
    if (name === "RateLimitError") return;
    expect(await sdk.calls.resume(token, { recreate: isUncertain })).toMatchObject({ status: "completed" });
    expect([asked("createCall"), calls(), asked("uploadRecording")]).toEqual([2, created + 1, 1]);
  });
});

describe("at a poll, the error has the call's token, and the wait goes on from it:", () => {
  // A 404 right after a creation is waited through.
  test.each(cases.filter(([name]) => name !== "404"))("%s", async (_, answer) => {
    const { sdk, input, asked, calls, service } = startBadDay("getCallAnalysis", answer);
    const poll = { toleratedFailures: 0 };
    const error = await failureAt("poll", [answer.name, answer.otherName], sdk.calls.analyzeFile(input(), { poll }));
    expect(error).toMatchObject(answer.fields ?? {});
    expect(error.resume).toMatchObject({ stage: "poll", callId: service.db.calls.list()[0]?.id });
    if (error.name !== "RateLimitError") {
      expect(await sdk.calls.resume(error.resume)).toMatchObject({ status: "completed" });
    }
    expect([calls(), asked("createCall")]).toEqual([1, 1]);
  });
});

test("calls.create by itself is sent once in the uncertain cases, also with retries", async () => {
  const uncertain = cases.filter(([, { isUncertain }]) => isUncertain);
  await checkRows(uncertain, async (answer) => {
    const { sdk, memberId, categoryId, asked } = startBadDay("createCall", answer);
    const audio_url = "https://recordings.example.com/a.wav";
    await failureOf(sdk.calls.create({ memberId, categoryId, audio_url }, { retry: quickRetry }));
    expect(asked("createCall")).toBe(1);
  });
});

test("a refused creation can be corrected by its token without another upload", async () => {
  const { sdk, input, asked, memberId, calls } = startFake();
  const wrong = { ...input(), memberId: "nobody@example.com" };
  const { resume } = await failureOf(sdk.calls.analyzeFile(wrong));
  const corrected = { ...resume, call: { ...resume.call, memberId } };
  expect(await sdk.calls.resume(corrected)).toMatchObject({ status: "completed" });
  expect([asked("uploadRecording"), calls()]).toEqual([1, 1]);
});

import * as sdk from "@call-analysis/sdk";
import { CallAnalysisError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";

const response = {
  requestId: "req-1",
  headers: new Headers({ "x-more": "1" }),
  body: { detail: "no" },
  fieldErrors: [{ path: "body.name", message: "Field required" }],
  retryAfterMs: 3_000,
  attempts: 2,
};
const issues = [{ path: "data.0.id", message: "not a string" }];
const inner = new sdk.ServerError("down", { ...response, status: 503, cause: new RangeError("too far") });

/** One error of every class, with all its fields. */
const errors: CallAnalysisError[] = [
  new sdk.ApiError("odd", { ...response, status: 418 }),
  new sdk.BadRequestError("bad", { ...response, status: 400 }),
  new sdk.AuthenticationError("who", { ...response, status: 401 }),
  new sdk.PermissionDeniedError("no", { ...response, status: 403 }),
  new sdk.NotFoundError("gone", { ...response, status: 404 }),
  new sdk.ConflictError("twice", { ...response, status: 409 }),
  new sdk.UnprocessableEntityError("bad", { ...response, status: 422 }),
  new sdk.RateLimitError("slow", { ...response, status: 429 }),
  new sdk.ServerError("down", { ...response, status: 503 }),
  new sdk.ConfigurationError("option"),
  new sdk.KeyProviderError("key", { cause: new Error("vault") }),
  new sdk.ConnectionError("cut", { requestSent: true, attempts: 3, cause: new Error("ECONNRESET") }),
  new sdk.TimeoutError("late", { kind: "deadline", requestSent: false, cause: inner }),
  new sdk.AbortError("stop", { requestSent: true }),
  new sdk.ResponseFormatError("HTML", { status: 200, requestId: null, excerpt: "<html>" }),
  new sdk.ResponseValidationError("differs", { issues, body: { data: [] } }),
  new sdk.UploadError("refused", { status: 403, storeCode: "AccessDenied", retryAfterMs: 5 }),
  new sdk.SubmissionUncertainError("uncertain", { attempts: 1, cause: inner }),
  new sdk.AnalysisFailedError("failed", { callId: "call-1", status: "failed", snapshot: { callId: "call-1" } }),
  new sdk.PollTimeoutError("waited", { callId: "call-1", lastStatus: "pending", waitedMs: 7, cause: inner }),
];

/** How an error comes to `fromJSON`. */
const journeys: ((error: CallAnalysisError) => unknown)[] = [
  (error) => error.toJSON(),
  (error) => JSON.parse(JSON.stringify(error)),
  (error) => structuredClone(error.toJSON()),
];

/** Every class of the package that a value is of, as `is()` and as `instanceof` see it. */
function classesOf(value: unknown, classes: typeof sdk = sdk): string[][] {
  const errorClasses = Object.values(classes).filter((type) => typeof type === "function" && "className" in type);
  const names = (isOf: (type: (typeof errorClasses)[number]) => boolean) =>
    errorClasses.filter(isOf).map(({ className }) => className);
  return [names((type) => type.is.call(type as never, value)), names((type) => value instanceof type)];
}

test.each(errors.map((error) => [error.name, error] as const))(
  "after toJSON(), JSON and structuredClone, fromJSON gives a %s back with its class, its fields and its causes",
  (_name, error) => {
    error.stage = "create";
    error.resume = { version: 1, stage: "poll", baseUrl: "https://service.test/v1", callId: "call-1" };
    for (const travel of journeys) {
      const restored = CallAnalysisError.fromJSON(travel(error));
      expect(restored).not.toBe(error);
      expect(restored).toBeInstanceOf(Error);
      expect(classesOf(restored)).toEqual(classesOf(error));
      expect(classesOf(restored.cause)).toEqual(classesOf(error.cause));
      expect(restored.toJSON()).toEqual(error.toJSON());
      expect(String(restored)).toBe(String(error));
      expect(Object.keys(restored).sort()).toEqual(Object.keys(JSON.parse(JSON.stringify({ ...error }))).sort());
    }
  },
);

test("another copy of the package knows the class of an error that was JSON", async () => {
  vi.resetModules();
  const copy: typeof sdk = await import("@call-analysis/sdk");
  for (const error of errors) {
    const restored = copy.CallAnalysisError.fromJSON(JSON.parse(JSON.stringify(error)));
    expect(classesOf(restored, sdk)).toEqual(classesOf(error, sdk));
    expect(classesOf(restored, copy)).toEqual(classesOf(error, sdk));
  }
});

const circular: Record<string, unknown> = {};
circular.self = circular;
const failing = Object.defineProperty({}, "message", {
  enumerable: true,
  get: () => {
    throw new Error("a getter");
  },
});

test.each([
  ["undefined", undefined, "An unknown error."],
  ["null", null, "An unknown error."],
  ["a number", 404, "An unknown error."],
  ["a text", "no JSON", "An unknown error."],
  ["an object", { status: 404 }, "An unknown error."],
  ["an error of another package", new TypeError("fetch failed"), "fetch failed"],
  ["its JSON", { name: "TypeError", message: "fetch failed", code: "ECONNRESET" }, "An unknown error."],
  ["a circular object", circular, "An unknown error."],
  ["an object whose getter throws", failing, "An unknown error."],
])("%s gives a plain CallAnalysisError, and nothing is thrown", (_name, value, message) => {
  const error = CallAnalysisError.fromJSON(value);
  expect(classesOf(error)).toEqual([["CallAnalysisError"], ["CallAnalysisError"]]);
  expect(error).toMatchObject({ name: "CallAnalysisError", code: "unknown", message, isRetryable: false, attempts: 0 });
  expect(CallAnalysisError.fromJSON(JSON.parse(JSON.stringify(error))).toJSON()).toEqual(error.toJSON());
});

test("JSON with the names of a prototype changes neither that nor the error's methods", () => {
  const fields = { name: "ApiError", code: "api_error", message: "m", attempts: 1, fieldErrors: [] };
  const json = JSON.parse(`{"__proto__":{"polluted":1},"toJSON":1,${JSON.stringify(fields).slice(1)}`);
  const error = CallAnalysisError.fromJSON(json);
  expect(Object.getPrototypeOf(error)).toBe(CallAnalysisError.prototype);
  expect(error.toJSON()).toMatchObject(fields);
  expect({}).not.toHaveProperty("polluted");
});

test("instanceof of a class of the caller's own tells its own errors alone", () => {
  class OwnError extends sdk.ConfigurationError {}
  expect(new OwnError("mine")).toBeInstanceOf(OwnError);
  expect(new OwnError("mine")).toBeInstanceOf(sdk.ConfigurationError);
  expect(new sdk.ConfigurationError("theirs")).not.toBeInstanceOf(OwnError);
});

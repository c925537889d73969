import { type AnalyzeFileInput, CallAnalysisError, type Middleware, type ResumeToken } from "@call-analysis/sdk";
import { expect, vi } from "vitest";
import { failureOf } from "../support/failure-of.ts";
import { type Answer, cut, json, type RecordingService, test } from "../upload/recording-service.js";
import { wavBytes } from "../upload/recordings.js";

type Route = "grants" | "puts" | "creates" | "reads";

const input: AnalyzeFileInput = { file: wavBytes(), memberId: "m", categoryId: "c", udfs: { order: 7 } };
const poll = { initialDelayMs: 0, intervalMs: 1, toleratedFailures: 0 };

/** Runs the whole flow, in which one request goes wrong. */
async function stopped(
  service: RecordingService,
  route: Route,
  answer: Answer,
  options = {},
): Promise<CallAnalysisError> {
  service.answer(route, answer);
  const flow = service.client({ retry: false }).calls.analyzeFile(input, { poll, ...options });
  const error = await failureOf(flow);
  if (!CallAnalysisError.is(error)) throw new Error(`The flow was not stopped by an error of ours: ${error}`);
  return error;
}

test("a callback that rejects by a promise of the client's own, or by any thenable, is ignored", async ({
  service,
}) => {
  const sdk = service.client({ retry: false });
  service.answer("creates", json(202, { data: { callId: "call-1", status: "pending" } }), json(422, {}));
  const other = { memberId: "m", categoryId: "c", audio_url: "https://host/call.wav" };
  const onEvent = ({ type }: { type: string }) => (type === "created" ? sdk.calls.create(other) : undefined);
  const unhandled = vi.fn();
  process.once("unhandledRejection", unhandled);
  const { callId } = await sdk.calls.analyzeFile(input, { poll: { ...poll, initialDelayMs: 200 }, onEvent });
  process.off("unhandledRejection", unhandled);
  expect(callId).toBe("call-1");
  expect(unhandled).not.toHaveBeenCalled();
  expect(service.creates).toHaveLength(2);
});

test("an error object that two flows are thrown has the token of each in its own copy", async ({ service }) => {
  class Refused extends Error {
    override readonly name = "Refused";
    readonly detail = "over the budget";
  }
  const refused = new Refused("not now");
  const middleware: Middleware = (request, next, { operation }) => {
    if (operation === "createCall") throw refused;
    return next(request);
  };
  const sdk = service.client({ middleware: [middleware] });
  const urls = ["a", "b"].map((name) => `https://host/${name}.wav`);
  const calls = urls.map((audio_url) => ({ memberId: "m", categoryId: "c", audio_url }));
  const errors = await Promise.all(calls.map((call) => failureOf(sdk.calls.analyzeUrl(call))));
  expect(errors).toMatchObject(calls.map((call) => ({ stage: "create", resume: { call } })));
  expect(errors[0]).toBe(refused);
  expect(errors[1]).toBeInstanceOf(Refused);
  expect(errors[1]).toMatchObject({ message: "not now", detail: "over the budget", stack: refused.stack });
  // A flow without anything to go on from has no token of another one.
  const upload = service.client({ middleware: [() => Promise.reject(refused)] }).calls.upload(input.file);
  const failed = await failureOf(upload);
  expect(failed).toMatchObject({ message: "not now", stage: "grant" });
  expect(failed).not.toHaveProperty("resume");
});

test.for<[string, unknown]>([
  ["an error that cannot be changed", Object.freeze(new Error("the middleware's own"))],
  ["what is no error", "no"],
])("%s passes through a flow as it was thrown", async ([, thrown], { service }) => {
  const middleware: Middleware = () => Promise.reject(thrown);
  const flow = service.client({ middleware: [middleware] }).calls.analyzeFile(input);
  expect(await flow.catch((reason: unknown) => reason)).toBe(thrown);
});

test("an input that is none is refused by name", async ({ service }) => {
  // As JavaScript's callers may do.
  const none = null as unknown as AnalyzeFileInput;
  const { calls } = service.client();
  for (const flow of [calls.submitFile(none), calls.analyzeFile(none)])
    expect(await failureOf(flow)).toMatchObject({ name: "ConfigurationError" });
});

test("methods work without their object", async ({ service }) => {
  const { submitFile } = service.client().calls;
  expect(await submitFile(input)).toMatchObject({ callId: "call-1" });
});

test("what the caller changes in `udfs` while the recording is uploaded does not change the call", async ({
  service,
}) => {
  const udfs = { order: 7, items: ["a"] };
  const onEvent = ({ type }: { type: string }) => {
    if (type !== "granting") return;
    udfs.order = 8;
    udfs.items.push("b");
  };
  await service.client().calls.analyzeFile({ ...input, udfs }, { poll, onEvent });
  expect(JSON.parse(String(service.creates[0]?.body))).toMatchObject({ udfs: { order: 7, items: ["a"] } });
});

test("an abort between upload and creation leaves nothing uncertain: the token creates the call", async ({
  service,
}) => {
  const controller = new AbortController();
  const onEvent = ({ type }: { type: string }) => {
    if (type === "uploaded") controller.abort();
  };
  const flow = service.client().calls.analyzeFile(input, { poll, onEvent, signal: controller.signal });
  const error = await flow.catch((reason: CallAnalysisError) => reason);
  expect(error).toMatchObject({ name: "AbortError", stage: "create", resume: { uncertain: false } });
  await resume(service, (error as CallAnalysisError).resume);
  expect(service.creates).toHaveLength(1);
});

test("no token and no error of a flow shows the key or the signature", async ({ service }) => {
  for (const route of ["grants", "puts", "creates", "reads"] as const) {
    const error = await stopped(service, route, cut);
    expect(`${error} ${JSON.stringify(error)}`).not.toMatch(/key-of-the-test|secret-/);
  }
});

function resume(service: RecordingService, token: ResumeToken | undefined) {
  if (!token) throw new Error("The error has no token.");
  return service.client().calls.resume(JSON.parse(JSON.stringify(token)), { poll });
}

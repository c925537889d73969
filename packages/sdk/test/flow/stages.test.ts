import { type AnalyzeFileInput, CallAnalysisError, type Middleware, type ResumeToken } from "@call-analysis/sdk";
import { expect, vi } from "vitest";
import { failureOf } from "../support/failure-of.ts";
import { thenPass, useVirtualTime } from "../support/virtual-time.ts";
import { type Answer, cut, hang, json, type RecordingService, test } from "../upload/recording-service.js";
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

/** The same, aborted once the request is there. */
function aborted(service: RecordingService, route: Route): Promise<CallAnalysisError> {
  const controller = new AbortController();
  return stopped(service, route, () => controller.abort(), { signal: controller.signal });
}

/** The same, without an answer until the time is up. */
function timedOut(limits: { timeoutMs?: number; deadlineMs?: number }) {
  return (service: RecordingService, route: Route) => {
    useVirtualTime();
    return stopped(service, route, thenPass(20_000, hang), limits);
  };
}

const stops: [string, (service: RecordingService, route: Route) => Promise<CallAnalysisError>, string][] = [
  ["an abort", aborted, "AbortError"],
  ["a timeout", timedOut({ timeoutMs: 20_000 }), "TimeoutError"],
  ["a cut connection", (service, route) => stopped(service, route, cut), "ConnectionError"],
  ["a deadline", timedOut({ deadlineMs: 20_000 }), "TimeoutError"],
];

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

test.for(stops)(
  "%s while the grant is asked for stops at stage grant, with nothing to go on from",
  async ([, stop, name], { service }) => {
    const error = await stop(service, "grants");
    expect(error).toMatchObject({ name, stage: "grant" });
    expect(error.resume).toBeUndefined();
    expect(service.creates).toHaveLength(0);
  },
);

test.for(stops)(
  "%s while the recording is put stops at stage upload, with nothing to go on from",
  async ([, stop, name], { service }) => {
    const error = await stop(service, "puts");
    expect(error).toMatchObject({ name, stage: "upload" });
    expect(error.resume).toBeUndefined();
    expect(service.creates).toHaveLength(0);
  },
);

test.for(stops)(
  "%s while the call is created leaves it uncertain: the token refuses a second creation",
  async ([, stop, name], { service }) => {
    const error = await stop(service, "creates");
    expect([error.name, (error.cause as Error | undefined)?.name]).toContain(name);
    const call = { memberId: "m", categoryId: "c", audio_url: `${service.url}/public/recording-1`, udfs: { order: 7 } };
    expect(error).toMatchObject({ stage: "create", resume: { version: 1, stage: "create", uncertain: true, call } });
    await expect(resume(service, error.resume)).rejects.toThrow("recreate");
    expect(service.creates).toHaveLength(1);
  },
);

test.for(stops)(
  "%s while the analysis is read loses nothing: the token goes on from the call",
  async ([, stop, name], { service }) => {
    const error = await stop(service, "reads");
    expect(error).toMatchObject({ name, stage: "poll", resume: { version: 1, stage: "poll", callId: "call-1" } });
    expect(await resume(service, error.resume)).toMatchObject({ callId: "call-1", status: "completed" });
    expect(service.creates).toHaveLength(1);
    expect(service.puts).toHaveLength(1);
  },
);

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

test.for([400, 401, 403, 404, 409, 422, 429])(
  "a creation that is refused with %i is not uncertain",
  async (status, { service }) => {
    const error = await stopped(service, "creates", json(status, { detail: "no" }));
    expect(error).toMatchObject({ status, stage: "create", resume: { stage: "create", uncertain: false } });
    await resume(service, error.resume);
    expect(service.creates).toHaveLength(2);
  },
);

test.for<[string, Answer]>([
  ["a 500", json(500, { detail: "?" })],
  ["a 503", json(503, { detail: "?" })],
  ["a 408", json(408, { detail: "?" })],
  ["a redirect", ({ response }) => response.writeHead(307, { location: "/elsewhere" }).end()],
  ["a 202 without a callId", json(202, { data: { status: "processing" } })],
  ["a 202 that is no JSON", ({ response }) => response.writeHead(202).end("<html>")],
])("%s from the creation leaves it uncertain, and it is sent once", async ([, answer], { service }) => {
  service.answer("creates", answer);
  const error = await failureOf(service.client().calls.analyzeFile(input, { poll }));
  expect(error).toMatchObject({ name: "SubmissionUncertainError", stage: "create", resume: { uncertain: true } });
  expect(service.creates).toHaveLength(1);
});

test("submitFile stops with the same stages and tokens", async ({ service }) => {
  service.answer("creates", cut);
  const error = await failureOf(service.client().calls.submitFile(input));
  expect(error).toMatchObject({ name: "SubmissionUncertainError", stage: "create", resume: { uncertain: true } });
});

test("no token and no error of a flow shows the key or the signature", async ({ service }) => {
  for (const route of ["grants", "puts", "creates", "reads"] as const) {
    const error = await stopped(service, route, cut);
    expect(`${error} ${JSON.stringify(error)}`).not.toMatch(/key-of-the-test|secret-/);
  }
});

test("the events carry the token of each stage, and the last one is always the one to store", async ({ service }) => {
  const tokens: unknown[] = [];
  const onEvent = (event: object) => {
    if ("resume" in event) tokens.push(event.resume);
  };
  await service.client().calls.analyzeFile(input, { poll, onEvent });
  expect(tokens).toMatchObject([
    { stage: "create", uncertain: false },
    { stage: "create", uncertain: true },
    { stage: "poll", callId: "call-1" },
  ]);
});

function resume(service: RecordingService, token: ResumeToken | undefined) {
  if (!token) throw new Error("The error has no token.");
  return service.client().calls.resume(JSON.parse(JSON.stringify(token)), { poll });
}

import type { AnalyzeFileInput, Middleware } from "@call-analysis/sdk";
import { expect, vi } from "vitest";
import { failureOf } from "../support/failure-of.ts";
import { json, test } from "../upload/recording-service.js";
import { wavBytes } from "../upload/recordings.js";

const input: AnalyzeFileInput = { file: wavBytes(), memberId: "m", categoryId: "c", udfs: { order: 7 } };
const poll = { initialDelayMs: 0, intervalMs: 1, toleratedFailures: 0 };

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

import { AsyncLocalStorage } from "node:async_hooks";
import { tracingChannel } from "node:diagnostics_channel";
import type { TracedAttempt, TracedFlow, TracedStage, TracedWork } from "@call-analysis/sdk";
import { expect, onTestFinished } from "vitest";
import { failureOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";
import { json, refuse, test } from "../upload/recording-service.js";
import { wavBytes } from "../upload/recordings.js";

const input = { file: wavBytes(), filename: "a.wav", memberId: "m", categoryId: "c" };
const poll = { initialDelayMs: 0, intervalMs: 0 };
const events = ["start", "end", "asyncStart", "asyncEnd", "error"] as const;

/** Listens to events of a channel until the test ends. */
function listen(
  kind: "flow" | "stage" | "attempt",
  listener: (message: TracedWork, event: string) => void,
  wanted: readonly (typeof events)[number][] = events,
) {
  const channel = tracingChannel(`call-analysis:${kind}`);
  for (const event of wanted) {
    const onMessage = (message: unknown) => listener(message as TracedWork, event);
    channel[event].subscribe(onMessage);
    onTestFinished(() => void channel[event].unsubscribe(onMessage));
  }
}

function record<Message extends TracedWork>(kind: "flow" | "stage" | "attempt"): Message[] {
  const messages: Message[] = [];
  // The messages of a kind have this type.
  listen(kind, (message) => messages.push({ ...message } as Message), ["asyncEnd"]);
  return messages;
}

test("the three channels publish each flow, stage and attempt, with what belongs to it", async ({ service }) => {
  const flows = record<TracedFlow>("flow");
  const stages = record<TracedStage>("stage");
  const attempts = record<TracedAttempt>("attempt");
  await service.client().calls.analyzeFile(input, { poll });
  expect(flows).toEqual([{ flow: "analyzeFile", callId: "call-1" }]);
  expect(stages).toEqual([
    { stage: "grant" },
    { stage: "upload" },
    { stage: "create", callId: "call-1" },
    { stage: "wait", callId: "call-1" },
  ]);
  expect(attempts).toEqual([
    {
      operation: "createUploadUrl",
      method: "POST",
      url: `${service.url}/v1/calls/presigned-url`,
      urlTemplate: "/v1/calls/presigned-url",
      attempt: 1,
      status: 200,
    },
    { operation: "uploadRecording", method: "PUT", url: `${service.url}/store/recording-1`, attempt: 1, status: 200 },
    {
      operation: "createCall",
      method: "POST",
      url: `${service.url}/v1/calls`,
      urlTemplate: "/v1/calls",
      attempt: 1,
      status: 202,
    },
    {
      operation: "getCallAnalysis",
      method: "GET",
      url: `${service.url}/v1/calls/call-1/analysis`,
      urlTemplate: "/v1/calls/{callId}/analysis",
      attempt: 1,
      status: 200,
    },
  ]);
});

test("a failure is published as its name, message, code and status, and as nothing else", async ({ service }) => {
  const flows = record<TracedFlow>("flow");
  service.answer("puts", refuse(400, "BadDigest"));
  const error = await failureOf(service.client({ retry: false }).calls.analyzeFile(input, { poll }));
  expect(error).toMatchObject({ name: "UploadError", status: 400 });
  expect(flows).toEqual([
    {
      flow: "analyzeFile",
      error: {
        name: "UploadError",
        message: (error as Error).message,
        stack: (error as Error).stack,
        code: "upload",
        status: 400,
      },
    },
  ]);
});

test("the events come in Node's order, and every message is the same object", async ({ service }) => {
  const seen: [string, TracedWork][] = [];
  listen("attempt", (message, event) => seen.push([event, message]));
  service.answer("reads", json(404, {}));
  await failureOf(service.client().calls.getAnalysis("call-1"));
  expect(seen.map(([event]) => event)).toEqual(["start", "end", "error", "asyncStart", "asyncEnd"]);
  expect(new Set(seen.map(([, message]) => message)).size).toBe(1);
});

test("a store that is bound to start is the context of the caller's own fetch", async () => {
  const storage = new AsyncLocalStorage<string>();
  const { start } = tracingChannel("call-analysis:attempt");
  start.bindStore(storage, (message) => (message as TracedAttempt).operation);
  onTestFinished(() => void start.unbindStore(storage));
  const seen: unknown[] = [];
  const sdk = clientWith(async () => {
    seen.push(storage.getStore());
    return Response.json({ data: [] });
  });
  await sdk.agents.list();
  expect([seen, storage.getStore()]).toEqual([["listAgents"], undefined]);
});

test.for([
  [
    "throws",
    () => {
      throw new Error("a subscriber's");
    },
  ],
  ["never calls the work", () => {}],
  [
    "rejects",
    async () => {
      throw new Error("a subscriber's");
    },
  ],
  ["calls the work twice", (work: () => Promise<unknown>) => Promise.all([work(), work()])],
] as const)("a run that %s changes nothing: the request is sent once, and has its result", async ([, run]) => {
  listen(
    "attempt",
    (message) => {
      message.run = run;
    },
    ["start"],
  );
  let sent = 0;
  const sdk = clientWith(async () => {
    sent += 1;
    return Response.json({ data: [{ id: "a" }] });
  });
  expect(await sdk.agents.list()).toEqual([{ id: "a" }]);
  expect(sent).toBe(1);
});

test("a bound store that throws changes nothing: the request is sent once, and has its result", async () => {
  const { start } = tracingChannel("call-analysis:attempt");
  const broken = new AsyncLocalStorage<unknown>();
  const fail = () => {
    throw new Error("a store's");
  };
  Object.assign(broken, { run: fail, withScope: fail });
  start.bindStore(broken);
  onTestFinished(() => void start.unbindStore(broken));
  const { fetch, calls } = oneOffFetch(Response.json({ data: [{ id: "a" }] }));
  expect(await clientWith(fetch).agents.list()).toEqual([{ id: "a" }]);
  expect(calls).toHaveLength(1);
});

test("the caller gets the error itself, whoever listens", async () => {
  listen("attempt", () => {});
  const own = new Error("from a middleware");
  const sdk = clientWith(async () => Response.json({}), { middleware: [() => Promise.reject(own)] });
  expect(await failureOf(sdk.agents.list())).toBe(own);
});

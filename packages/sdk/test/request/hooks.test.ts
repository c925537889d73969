import {
  type Attempt,
  AuthenticationError,
  type CallAnalysis,
  ConfigurationError,
  ConnectionError,
  type Hooks,
  NotFoundError,
  type RequestOptions,
  UnprocessableEntityError,
} from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { failureOf, rejectionOf } from "../support/failure-of.ts";
import { deafFetch, type FetchCall, fetchFailed, oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList, callInput } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";
import { textsOf } from "../support/texts-of.ts";
import { abortAfter, onVirtualTime } from "../support/virtual-run.ts";

function notingHooks() {
  const notes: string[] = [];
  const hooks: Hooks = {
    onRequest: ({ operation, attempt }) => void notes.push(`request ${operation} ${attempt}`),
    onResponse: (_attempt, { status }) => void notes.push(`response ${status}`),
    onError: (_attempt, error) => void notes.push(`error ${(error as Error).name}`),
  };
  return { hooks, notes };
}

test("each attempt is told to onRequest, and then to exactly one of onResponse and onError", async () => {
  const { hooks, notes } = notingHooks();
  const unreachable = fetchFailed({ code: "ECONNREFUSED" });
  const { fetch } = oneOffFetch(unreachable, Response.json({}, { status: 429 }), Response.json(agentList));
  await clientWith(fetch, { hooks }).agents.list();
  expect(notes).toEqual([
    "request listAgents 1",
    "error ConnectionError",
    "request listAgents 2",
    "response 429",
    "request listAgents 3",
    "response 200",
  ]);
});

test("a hook sees the attempt without its key", async () => {
  const onRequest = vi.fn((_attempt: Attempt) => {});
  await clientWith(oneOffFetch(Response.json(agentList)).fetch, { hooks: { onRequest } }).agents.list();
  const [attempt] = onRequest.mock.calls[0] ?? [];
  expect(attempt).toMatchObject({ method: "GET", url: "https://service.test/v1/agents" });
  expect(attempt?.headers.has("authorization")).toBe(false);
});

test("onRequest cannot set the header of the key", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  const onRequest = ({ headers }: Attempt) => headers.set("authorization", "Bearer other");
  await rejectionOf(clientWith(fetch, { hooks: { onRequest } }).agents.list(), ConfigurationError);
  expect(calls).toHaveLength(0);
});

test.each<[string, (sdk: CallAnalysis) => Promise<unknown>]>([
  ["request", (sdk) => sdk.agents.list()],
  ["creation", (sdk) => sdk.calls.submitUrl(callInput)],
  ["wait", (sdk) => sdk.calls.waitForAnalysis("call-1", { poll: { initialDelayMs: 0, intervalMs: 0 } })],
])("what onRequest throws ends a %s, unsent, even if it is an error of this package", async (_what, operate) => {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  const thrown = new ConnectionError("The hook's own connection broke.", { requestSent: false });
  const onRequest = vi.fn(() => Promise.reject(thrown));
  const error = await failureOf(operate(clientWith(fetch, { hooks: { onRequest } })));
  expect(ConfigurationError.is(error) ? error.cause : error).toBe(thrown);
  expect(onRequest).toHaveBeenCalledTimes(1);
  expect([calls.length, thrown.attempts]).toEqual([0, 0]);
});

test("an AuthenticationError that onRequest throws asks for no other key", async () => {
  const { fetch } = oneOffFetch(Response.json({}, { status: 401 }));
  const refused = await rejectionOf(clientWith(fetch).agents.list(), AuthenticationError);
  const apiKey = vi.fn(() => "key-1-12345");
  const onRequest = () => Promise.reject(refused);
  expect(await failureOf(clientWith(fetch, { apiKey, hooks: { onRequest } }).agents.list())).toBe(refused);
  expect(apiKey).toHaveBeenCalledTimes(1);
});

test("what onResponse and onError throw is logged and changes nothing", async () => {
  const lines: string[] = [];
  const logger = { debug() {}, info() {}, warn: (line: string) => void lines.push(line), error() {} };
  const fail = () => {
    throw new Error("a hook's mistake");
  };
  const hooks = { onResponse: fail, onError: fail };
  const { fetch } = oneOffFetch(Response.json(agentList), Response.json({}, { status: 404 }));
  const sdk = clientWith(fetch, { hooks, logger });
  await expect(sdk.agents.list()).resolves.toEqual(agentList.data);
  await rejectionOf(sdk.agents.list(), NotFoundError);
  expect(lines.filter((line) => line.includes("a hook's mistake"))).toHaveLength(2);
});

test("a hook that hangs does not lose a call that was created", async () => {
  const created = Response.json({ data: { callId: "call-1", status: "processing" } }, { status: 202 });
  const onResponse = () => new Promise(() => {});
  const sdk = clientWith(oneOffFetch(created).fetch, { hooks: { onResponse }, timeoutMs: 20 });
  const call = await onVirtualTime(() => sdk.calls.create(callInput));
  expect(call.callId).toBe("call-1");
});

test("each hook is awaited, one after the other, before the request is sent", async () => {
  const notes: string[] = [];
  const noting = (name: string, pauseMs: number) => ({
    onRequest: async ({ headers }: Attempt) => {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      headers.append("x-seen", name);
      notes.push(name);
    },
  });
  const { fetch, calls } = oneOffFetch(() => {
    notes.push("sent");
    return Response.json(agentList);
  });
  await clientWith(fetch, { hooks: [noting("slow", 5), noting("quick", 0)] }).agents.list();
  expect(notes).toEqual(["slow", "quick", "sent"]);
  expect(calls[0]?.headers.get("x-seen")).toBe("slow, quick");
});

test.each<[string, unknown]>([
  ["an error that cannot be changed", Object.freeze(new Error("the caller's own"))],
  ["what is no error", "no"],
  ["one error for many flows", new Error("the caller's own")],
])("%s that a hook throws gives each flow its own token", async (_what, thrown) => {
  const onRequest = () => Promise.reject(thrown);
  const flow = clientWith(oneOffFetch(new Response()).fetch, { hooks: { onRequest } });
  const call = { audio_url: "https://files.test/1.wav", memberId: "m1", categoryId: "c" };
  const errors = ["m1", "m2"].map((memberId) => failureOf(flow.calls.submitUrl({ ...call, memberId })));
  for (const [index, error] of (await Promise.all(errors)).entries())
    expect(error).toMatchObject({ cause: thrown, stage: "create", resume: { call: { memberId: `m${index + 1}` } } });
});

test("attempts are counted by sendings, in hooks and in errors, also where a flow sends a creation again", async () => {
  const { hooks, notes } = notingHooks();
  const { fetch } = oneOffFetch(...[401, 429, 422].map((status) => new Response(null, { status })));
  let number = 0;
  const submission = clientWith(fetch, { hooks, apiKey: () => `key-${++number}-12345` }).calls.submitUrl(callInput);
  const error = await rejectionOf(submission, UnprocessableEntityError);
  expect(notes.filter((note) => note.startsWith("request"))).toEqual(
    [1, 2, 3].map((each) => `request createCall ${each}`),
  );
  expect(error).toMatchObject({ attempts: 3 });
});

test("what hooks leave unread of a response does not hold its connection", async () => {
  const cancel = vi.fn();
  const redirect = () => new Response(new ReadableStream({ cancel }), { status: 302 });
  const sdk = clientWith(oneOffFetch(redirect).fetch, { hooks: [{ onResponse() {} }, {}] });
  await failureOf(sdk.agents.list());
  expect(cancel).toHaveBeenCalledTimes(1);
});

test.each<[string, unknown, string]>([
  ["an unknown hook", { onRequests() {} }, "Did you mean onRequest?"],
  ["a hook that is no function", { onRequest: "log" }, "hooks.onRequest"],
  ["null", null, "hooks: expected an object"],
  ["a list with a function in it", [() => {}], "hooks: expected an object"],
])("%s is refused at construction", (_what, hooks, words) => {
  expect(() => clientWith(oneOffFetch(new Response()).fetch, { hooks: hooks as never })).toThrow(words);
});

test.each<[string, () => RequestOptions]>([
  ["an abort", () => ({ signal: abortAfter(5) })],
  ["a deadline", () => ({ deadlineMs: 5 })],
])("an attempt that %s has ended is told to onError, of each hook", async (_what, limits) => {
  const [one, other] = [notingHooks(), notingHooks()];
  const hooks = [one.hooks, { onError: () => new Promise(() => {}) }, other.hooks];
  // On real time, a busy machine may end the attempt before it begins.
  const error = await onVirtualTime(() => failureOf(clientWith(deafFetch, { hooks }).agents.list(limits())));
  const expected = ["request listAgents 1", `error ${(error as Error).name}`];
  expect([one.notes, other.notes]).toEqual([expected, expected]);
});

test("a secret that onRequest sets as a header is in no error", async () => {
  const onRequest = ({ headers }: Attempt) => headers.set("x-signature", "5e1f90aa77");
  const echo = ({ headers }: FetchCall) => Response.json({ detail: headers.get("x-signature") }, { status: 400 });
  const error = await failureOf(clientWith(oneOffFetch(echo).fetch, { hooks: { onRequest } }).agents.list());
  expect(textsOf(error).filter((text) => text.includes("5e1f90aa77"))).toEqual([]);
  expect(error).toMatchObject({ body: { detail: "[redacted]" } });
});

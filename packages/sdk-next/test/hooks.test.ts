import { type Attempt, ConfigurationError, type Hooks, NotFoundError } from "@call-analysis/sdk-next";
import { expect, test } from "vitest";
import { rejectionOf } from "./support/failure-of.ts";
import { fetchFailed, oneOffFetch } from "./support/one-off-fetch.ts";
import { agentList } from "./support/samples.ts";
import { clientWith, testKey } from "./support/test-client.ts";

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
  const broken = fetchFailed({ code: "ECONNRESET" });
  const { fetch } = oneOffFetch(broken, Response.json({}, { status: 503 }), Response.json(agentList));
  await clientWith(fetch, { hooks }).agents.list();
  expect(notes).toEqual([
    "request listAgents 1",
    "error ConnectionError",
    "request listAgents 2",
    "response 503",
    "request listAgents 3",
    "response 200",
  ]);
});

test("hooks see neither the key nor a query, and add headers that are sent", async () => {
  const attempts: Attempt[] = [];
  const onRequest = (attempt: Attempt) => {
    attempts.push(attempt);
    attempt.headers.set("x-trace-of-mine", "7");
  };
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  await clientWith(fetch, { hooks: [{ onRequest }] }).agents.list();
  expect(JSON.stringify([attempts, [...(attempts[0]?.headers ?? [])]])).not.toContain(testKey);
  expect(calls[0]?.headers.get("x-trace-of-mine")).toBe("7");
  expect(calls[0]?.headers.get("authorization")).toBe(`Bearer ${testKey}`);
});

test("onRequest cannot set the header of the key", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  const onRequest = ({ headers }: Attempt) => headers.set("authorization", "Bearer other");
  await rejectionOf(clientWith(fetch, { hooks: { onRequest } }).agents.list(), ConfigurationError);
  expect(calls).toHaveLength(0);
});

test("what onRequest throws ends the operation, unsent", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  const onRequest = () => Promise.reject(new Error("not now"));
  await expect(clientWith(fetch, { hooks: { onRequest } }).agents.list()).rejects.toThrow("not now");
  expect(calls).toHaveLength(0);
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
  const call = await sdk.calls.create({ audio_url: "https://files.test/1.wav", memberId: "m", categoryId: "c" });
  expect(call.callId).toBe("call-1");
});

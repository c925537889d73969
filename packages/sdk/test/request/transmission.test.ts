/** What the runtime's own `fetch`, and one of the caller's, is called with, and what it may return. */
import { type CallAnalysis, ConfigurationError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { checkRows } from "../support/check-rows.ts";
import { failureOf, rejectionOf } from "../support/failure-of.ts";
import { fetchFailed } from "../support/one-off-fetch.ts";
import { stubRuntime } from "../support/other-runtime.ts";
import { callInput, createdCall } from "../support/samples.ts";
import { clientOf, clientWith } from "../support/test-client.ts";
import { onVirtualTime } from "../support/virtual-run.ts";

type Run = (sdk: CallAnalysis) => PromiseLike<unknown>;
const create: Run = (sdk) => sdk.calls.create(callInput);
const update: Run = (sdk) => sdk.agents.update("mem_1", { name: "Asha" });

/** What the runtime's own `fetch` is called with. */
async function initOf(run: Run, outcome: () => Promise<Response> = async () => Response.json(createdCall)) {
  const fetch = vi.fn((_url: unknown, _init: RequestInit) => outcome());
  vi.stubGlobal("fetch", fetch);
  await Promise.resolve(run(clientOf({ baseUrl: "https://service.test/v1" }, { dangerouslyAllowBrowser: true }))).catch(
    () => {},
  );
  return fetch.mock.calls[0]?.[1] as RequestInit & { client?: unknown; duplex?: string };
}

test("a creation is a stream with a length, so that it cannot be sent twice unseen", async () => {
  const init = await initOf(create);
  expect(init.body).toBeInstanceOf(ReadableStream);
  const text = await new Response(init.body).text();
  expect(JSON.parse(text)).toEqual(callInput);
  expect(init.headers).toMatchObject({ "content-length": String(new TextEncoder().encode(text).length) });
  expect(init).toMatchObject({ credentials: "omit", duplex: "half", redirect: "manual" });
});

test("a creation whose caller has left is not read any more", async () => {
  const caller = new AbortController();
  const leave = () => {
    caller.abort();
    return new Promise<Response>(() => {});
  };
  const init = await initOf((sdk) => sdk.calls.create(callInput, { signal: caller.signal }), leave);
  await expect(new Response(init.body).text()).rejects.toThrow("was aborted");
});

test.each<[string, Run, () => void]>([
  ["an update, which may be sent twice", update, () => {}],
  ["a creation in a page", create, () => vi.stubGlobal("window", { document: {} })],
])("%s is a text", async (_what, run, become) => {
  become();
  const init = await initOf(run);
  expect(init.body).toEqual(expect.any(String));
  expect(init).not.toHaveProperty("duplex");
});

const connections = [
  ["a creation", create, true],
  ["an update", update, false],
  ["a read", (sdk: CallAnalysis) => sdk.agents.list(), false],
] as const;

test.each(connections)("on Deno %s has a new connection: %j", async (_what, run, isNew) => {
  stubRuntime({ deno: "2.9.6" });
  const client = { close: vi.fn() };
  const createHttpClient = vi.fn(() => client);
  vi.stubGlobal("Deno", { createHttpClient });
  expect((await initOf(run)).client).toBe(isNew ? client : undefined);
  await initOf(run, () => Promise.reject(fetchFailed({ code: "ECONNRESET" })));
  expect(client.close.mock.calls.length).toBe(createHttpClient.mock.calls.length);
  expect(createHttpClient.mock.calls).toEqual(isNew ? Array(2).fill([{ poolMaxIdlePerHost: 0 }]) : []);
});

test("a fetch of the caller's own gets a creation as a text, and no client of Deno's", async () => {
  vi.stubGlobal("Deno", { createHttpClient: () => ({ close() {} }) });
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json(createdCall));
  await create(clientWith(fetch));
  const [, init] = fetch.mock.calls[0] ?? [];
  expect(init?.body).toBe(JSON.stringify(callInput));
  expect(init).not.toHaveProperty("client");
});

const notResponses: [string, unknown][] = [
  ["nothing", undefined],
  ["a status alone", { status: 200 }],
  ["a status that is a text", { status: "200", headers: new Headers() }],
];

test("a fetch that returns no Response is refused", async () => {
  await checkRows(notResponses, async (answer) => {
    const sdk = clientWith((async () => answer) as never, { retry: false });
    const error = await rejectionOf(sdk.agents.list(), ConfigurationError);
    expect(error.message).toBe("fetch must return a Response.");
  });
});

test.each<[string, object, string]>([
  ["was sent", {}, "no complete response within timeoutMs = 20 ms."],
  ["was not sent", { apiKey: () => new Promise(() => {}) }, "nothing was sent within timeoutMs = 20 ms."],
])("the timeout of an attempt that %s says so", async (_what, options, words) => {
  const sdk = clientWith(() => new Promise(() => {}), { retry: false, timeoutMs: 20, ...options });
  expect(String(await onVirtualTime(() => failureOf(sdk.agents.list())))).toContain(words);
});

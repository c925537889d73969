import { AbortError, CallAnalysis, ConfigurationError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { deafFetch, oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList, callInput, createdCall } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

test("an undefined change leaves the option of the first client", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  const sdk = clientWith(fetch).withOptions({ fetch: undefined, baseUrl: undefined, apiKey: undefined });
  await sdk.agents.list();
  expect(calls).toHaveLength(1);
});

test("a derived client keeps what the environment said when the first one was made", async () => {
  vi.stubEnv("CALL_ANALYSIS_API_KEY", "key-of-the-environment");
  vi.stubEnv("CALL_ANALYSIS_BASE_URL", "https://service.test/v1");
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  const sdk = new CallAnalysis({ fetch });
  vi.unstubAllEnvs();
  await sdk.withOptions({ timeoutMs: 5_000 }).agents.list();
  expect(calls[0]?.headers.get("authorization")).toBe("Bearer key-of-the-environment");
});

test("headers that change after construction do not reach a derived client", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  const headers: Record<string, string> = { "x-team": "sales" };
  const sdk = clientWith(fetch, { headers });
  headers["x-team"] = "support";
  await sdk.withOptions({ timeoutMs: 5_000 }).agents.list();
  expect(calls[0]?.headers.get("x-team")).toBe("sales");
});

test("a validation mode that changes after construction has no effect", async () => {
  const { fetch } = oneOffFetch(Response.json(agentList));
  const validate = { mode: "warn" as "warn" | "strict", validator: () => [{ path: "", message: "drift" }] };
  const sdk = clientWith(fetch, { validate });
  validate.mode = "strict";
  await expect(sdk.agents.list()).resolves.toEqual(agentList.data);
});

test("an environment that may not be read, as on Deno, counts as empty", async () => {
  const env = new Proxy(
    {},
    {
      get: () => {
        throw new Error("NotCapable: requires env access");
      },
    },
  );
  vi.stubGlobal("process", { ...process, env });
  const { fetch } = oneOffFetch(Response.json(agentList));
  await expect(clientWith(fetch).agents.list()).resolves.toEqual(agentList.data);
});

test("a header that is undefined counts as not given", async () => {
  const service = oneOffFetch(Response.json(agentList));
  await clientWith(service.fetch, { headers: { "x-team": undefined as never } }).agents.list();
  expect(service.calls[0]?.headers.has("x-team")).toBe(false);
});

test.each(["Content-Length", "transfer-encoding", "Connection", "keep-alive", "Upgrade", "expect"])(
  "the header %s belongs to the connection, and is refused before anything is sent",
  async (name) => {
    const { fetch, calls } = oneOffFetch(Response.json(createdCall));
    const creation = clientWith(fetch).calls.create(callInput, { headers: { [name]: "7" } });
    const error = await rejectionOf(creation, ConfigurationError);
    expect(error.message).toContain(name);
    expect(calls).toHaveLength(0);
  },
);

test("a signal that is not an instance of this realm's AbortSignal, such as one of jsdom, ends the request", async () => {
  const signal = Object.assign(new EventTarget(), { aborted: false, reason: "enough" });
  setTimeout(() => signal.dispatchEvent(new Event("abort")), 5);
  const error = await rejectionOf(clientWith(deafFetch).agents.list({ signal: signal as never }), AbortError);
  expect(error.cause).toBe("enough");
});

/** The wait of a poll then called a method that the signal does not have, outside of any promise. */
test.each([
  ["signal", { signal: {} as AbortSignal }],
  ["timeoutMs", { timeoutMs: -1 }],
  ["retry", { retry: 3 as never }],
  ["headers", { headers: [["a", "b"]] as never }],
  ["uploadTimeoutMs", { uploadTimeoutMs: 0 }],
  ["deadlineMs", { deadlineMs: Number.NaN }],
  ["poll.factor", { poll: { factor: 0 } }],
])("a flow refuses a wrong %s before anything is sent, a batch when it is made", async (name, options) => {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  const sdk = clientWith(fetch);
  const input = { file: new Uint8Array(10), memberId: "m", categoryId: "c" };
  await expect(sdk.calls.analyzeFile(input, options)).rejects.toThrow(new RegExp(`^${name} must`));
  expect(() => sdk.calls.analyzeFiles([], options)).toThrow(new RegExp(`^${name} must`));
  expect(calls).toHaveLength(0);
});

/** What has ended leaves neither a timer nor a listener on the caller's signal. */
import { getEventListeners } from "node:events";
import type { FlowStage } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { checkRows } from "../support/check-rows.ts";
import { failureOf } from "../support/failure-of.ts";
import { deafFetch, oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";
import { refusal, settled } from "../support/virtual-interface.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

useFakeTimersInEachTest();

const limits = { timeoutMs: 1_000, deadlineMs: 5_000 };

test.each<[string, () => Promise<Response>]>([
  ["succeeds", async () => Response.json(agentList)],
  ["is refused", async () => refusal(404)],
  ["fails again and again", async () => refusal(500)],
  ["may not wait for as long as it is asked to", async () => refusal(503, { "retry-after": "30" })],
  ["gets no connection", () => Promise.reject(new TypeError("fetch failed"))],
  ["gets no answer", deafFetch],
])("a request that %s leaves neither timer nor listener", async (_what, fetch) => {
  const { signal } = new AbortController();
  await settled(clientWith(fetch).agents.list({ signal, ...limits }));
  expect([vi.getTimerCount(), getEventListeners(signal, "abort").length]).toEqual([0, 0]);
});

const store = "https://store.test/k";
const usual: Record<FlowStage, () => Response> = {
  grant: () => Response.json({ data: { key: "k", presignedUrl: `${store}?signature=s`, publicUrl: store } }),
  upload: () => new Response(),
  create: () => Response.json({ data: { callId: "call-1", status: "processing" } }, { status: 202 }),
  poll: () => Response.json({ data: { callId: "call-1", status: "processing" } }),
};

function stageOf(url: string, method = "GET"): FlowStage {
  if (method === "PUT") return "upload";
  if (method === "GET") return "poll";
  return url.endsWith("/calls") ? "create" : "grant";
}

const busy = async () => refusal(429, { "retry-after": "50" });
const endings: [what: string, FlowStage, answer: (() => Promise<Response>) | undefined, message: string][] = [
  ["an upload address that does not come", "grant", deafFetch, "POST https://service.test/v1/calls/presigned-url"],
  ["a store that does not answer", "upload", deafFetch, `PUT ${store}`],
  ["a creation in flight", "create", deafFetch, "POST https://service.test/v1/calls"],
  ["a poll in flight", "poll", deafFetch, "GET https://service.test/v1/calls/call-1/analysis"],
  ["the pause before another upload address", "grant", busy, "POST https://service.test/v1/calls/presigned-url"],
  ["the pause before another upload", "upload", busy, 'The upload of "a.wav"'],
  ["the pause before another creation", "create", busy, "POST /calls"],
  ["the pause before another poll", "poll", undefined, "The analysis of call call-1"],
];

test("a flow that is aborted says in what, and leaves neither timer nor listener", async () => {
  await checkRows(endings, async (stage, answer, message) => {
    const fetch = async (url: string, { method, body }: RequestInit) => {
      if (method === "PUT") await new Response(body).arrayBuffer();
      const reached = stageOf(url, method);
      return reached === stage && answer ? answer() : usual[reached]();
    };
    const controller = new AbortController();
    const { signal } = controller;
    const input = { file: new Uint8Array(8), filename: "a.wav", memberId: "m", categoryId: "c" };
    const poll = { initialDelayMs: 0, intervalMs: 10_000 };
    const flow = failureOf(clientWith(fetch, { timeoutMs: 20_000 }).calls.analyzeFile(input, { signal, poll }));
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort();
    const error = await flow;
    expect(error).toMatchObject({ name: "AbortError", stage, message: `${message} was aborted by the signal.` });
    // A creation that was refused before the pause is certain.
    if (stage === "create") expect(error).toMatchObject({ resume: { uncertain: answer === deafFetch } });
    expect([vi.getTimerCount(), getEventListeners(signal, "abort").length]).toEqual([0, 0]);
  });
});

test("many requests of one signal have one listener between them", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const sdk = clientWith(deafFetch);
  const requests = Array.from({ length: 20 }, () => settled(sdk.agents.list({ signal })));
  await Promise.resolve();
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  controller.abort();
  for (const request of requests) expect(await request).toMatchObject({ name: "AbortError" });
});

test("a time of more than 24 days does not end at once", async () => {
  const { fetch } = oneOffFetch(Response.json(agentList));
  const slow = async (url: string, init: RequestInit) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return fetch(url, init);
  };
  const month = 31 * 24 * 3_600_000;
  expect(await settled(clientWith(slow).agents.list({ timeoutMs: month, deadlineMs: month }))).toEqual(agentList.data);
});

/** A deadline and an abort end a flow at each of its stages. */
import { getEventListeners } from "node:events";
import type { FlowStage } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { checkRows } from "../support/check-rows.ts";
import { failureOf } from "../support/failure-of.ts";
import { deafFetch, fetchFailed } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";
import { refusal, settled } from "../support/virtual-interface.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

useFakeTimersInEachTest({ toFake: ["setTimeout", "clearTimeout", "performance"] });

const service = "https://service.test/v1";
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

/** A client whose requests take a while, and are answered as usual, but at one stage. */
function clientThat(stage: FlowStage, answer: () => Promise<Response>, latencyMs = 0) {
  const fetch = async (url: string, { method, body }: RequestInit = {}) => {
    const reached = stageOf(url, method);
    if (reached === stage) return answer();
    // A store has the recording when it has read all of it.
    if (reached === "upload") await new Response(body).arrayBuffer();
    if (latencyMs) await new Promise((resolve) => setTimeout(resolve, latencyMs));
    return usual[reached]();
  };
  return clientWith(fetch, { timeoutMs: 5_000, retry: {} });
}

const input = { file: new Uint8Array(8), filename: "a.wav", memberId: "m", categoryId: "c" };

test.each<FlowStage>(["grant", "upload", "create", "poll"])(
  "a deadline ends a flow in time at the stage %s, also after slow requests",
  async (stage) => {
    const startMs = performance.now();
    const { calls } = clientThat(stage, deafFetch, 900);
    const flow = calls.analyzeFile(input, { retry: false, deadlineMs: 3_000, poll: { initialDelayMs: 0 } });
    const error = (await settled(flow)) as Error & { stage: FlowStage };
    expect(error.stage).toBe(stage);
    // Each request has what is left of the flow's time, and not all of it again.
    expect(Math.round(performance.now() - startMs)).toBe(3_000);
    // It names the limit that the caller has set, and not what was left of it.
    expect(`${error.message} ${error.cause}`).toContain("deadlineMs = 3000 ms");
  },
);

const busy = async () => refusal(429, { "retry-after": "50" });
const unreachable = () => Promise.reject(fetchFailed({ code: "ECONNREFUSED" }));
const places: [what: string, FlowStage, answer: () => Promise<Response>, inMessage: string][] = [
  ["a grant in flight", "grant", deafFetch, `POST ${service}/calls/presigned-url`],
  ["an upload in flight", "upload", deafFetch, `PUT ${store}`],
  ["a creation in flight", "create", deafFetch, `POST ${service}/calls`],
  ["a poll in flight", "poll", deafFetch, `GET ${service}/calls/call-1/analysis`],
  ["the pause before another grant", "grant", busy, `POST ${service}/calls/presigned-url`],
  ["the pause before another upload", "upload", unreachable, 'The upload of "a.wav"'],
  ["the pause before another creation", "create", busy, "POST /calls"],
  ["the pause before another poll", "poll", async () => usual.poll(), "The analysis of call call-1"],
];

test("an abort ends a flow at once, says in what, and leaves neither timer nor listener", async () => {
  await checkRows(places, async (stage, answer, inMessage) => {
    const controller = new AbortController();
    const { signal } = controller;
    const poll = { initialDelayMs: 0, intervalMs: 10_000 };
    const flow = failureOf(clientThat(stage, answer).calls.analyzeFile(input, { signal, poll }));
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort();
    const error = await flow;
    expect(error).toMatchObject({ name: "AbortError", stage, message: `${inMessage} was aborted.` });
    // A creation that was refused before the pause is certain.
    if (stage === "create") expect(error).toMatchObject({ resume: { uncertain: answer === deafFetch } });
    expect([vi.getTimerCount(), getEventListeners(signal, "abort").length]).toEqual([0, 0]);
  });
});

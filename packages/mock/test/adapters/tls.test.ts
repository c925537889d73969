import { once } from "node:events";
import { connect } from "node:net";
import { CallAnalysis } from "@call-analysis/sdk";
import { beforeAll, expect, test } from "vitest";
import { serve } from "../../src/adapters/server.js";
import { createMockService } from "../../src/index.js";
import { listening } from "../control/listening.js";
import { selfSigned } from "../support/certificate.js";
import { known } from "../support/flow.js";
import { routedFetch } from "../support/routed-fetch.js";
import { wav } from "../support/wav.js";

let tls: { cert: string; key: string };

beforeAll(async () => {
  tls = await selfSigned();
});

async function speakingTls() {
  const server = await listening({}, { tls });
  return { ...server, fetch: routedFetch({ listeningUrl: server.listeningUrl, ca: tls.cert }) };
}

test("with a certificate the server speaks https, and so do the addresses of grants and recordings", async () => {
  const { service, url, fetch } = await speakingTls();
  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  const sdk = new CallAnalysis({ ...service.clientOptions({ fast: true }), fetch });
  const { agent, category } = known(service);
  const file = new Blob([wav({ seconds: 3 })]);
  const call = await sdk.calls.analyzeFile({ file, filename: "a.wav", memberId: agent.id, categoryId: category.id });
  expect(call.metadata?.duration).toBe(3);
  expect(call.metadata?.audioUrl?.startsWith(`${url}/storage/`)).toBe(true);
});

test("control takes origins of https, and none of http", async () => {
  const { url, fetch } = await speakingTls();
  const statusOf = async (origin: string) => (await fetch(`${url}/__mock__/state`, { headers: { origin } })).status;
  expect(await statusOf(url)).toBe(200);
  expect(await statusOf(url.replace("127.0.0.1", "localhost"))).toBe(200);
  expect(await statusOf(url.replace("https", "http"))).toBe(403);
});

test("closing ends every connection, also one that has not begun to speak TLS", async () => {
  const { url, close, fetch } = await speakingTls();
  await fetch(`${url}/__mock__/health`);
  const silent = connect(Number(new URL(url).port), "127.0.0.1");
  const ended = new Promise((resolve) => silent.once("close", resolve));
  await once(silent, "connect");
  await close();
  await ended;
  await expect(fetch(`${url}/__mock__/health`)).rejects.toThrow();
});

test("a certificate or a key that cannot be used is refused, with the reason", async () => {
  const other = await selfSigned();
  for (const changes of [{ cert: "nonsense" }, { cert: "" }, { key: "" }, { key: tls.cert }, { key: other.key }]) {
    const serving = serve(createMockService(), { port: 0, tls: { ...tls, ...changes } });
    await expect(serving).rejects.toThrow(/^The certificate and the key cannot be used: /);
  }
});

test.each([{ network: "reset", when: "after" } as const, { upload: { cutAfterBytes: 10 } }])(
  "a fault that resets the connection breaks one by TLS: %j",
  async (fault) => {
    const { service, fetch } = await speakingTls();
    const sdk = new CallAnalysis({ ...service.clientOptions({ fast: true }), fetch, retry: false });
    const { agent, category } = known(service);
    service.faults.inject({ operation: "upload" in fault ? "uploadRecording" : "createCall", ...fault });
    const file = new Blob([wav({ seconds: 3 })]);
    const call = sdk.calls.submitFile({ file, filename: "a.wav", memberId: agent.id, categoryId: category.id });
    await expect(call).rejects.toThrow(/the connection failed|the call may or may not exist/);
  },
);

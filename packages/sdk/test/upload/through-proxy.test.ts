/** PUTs go through the proxies that the runtime's requests go through. */
import { setGlobalProxyFromEnv } from "node:http";
import { getGlobalDispatcher, ProxyAgent, setGlobalDispatcher } from "undici";
import { expect, onTestFinished, vi } from "vitest";
import { nodeHttpSender } from "../../src/upload/send-by-node-http.js";
import { resolveRecording } from "../../src/upload/source.js";
import { hostBehindProxy, startForwardProxy } from "../support/forward-proxy.ts";
import { json, test } from "./recording-service.js";
import { wavBytes } from "./recordings.js";

const bytes = wavBytes(300_000);
const address = `http://${hostBehindProxy}/store/k`;

/** Each takes the proxy's address, and gives what ends it. */
const ways: [string, (proxyUrl: string) => () => unknown][] = [
  ["the dispatcher of setGlobalDispatcher()", useDispatcher],
  // It does what Node does at its start with NODE_USE_ENV_PROXY.
  ["the proxy of the environment", (proxyUrl) => setGlobalProxyFromEnv({ http_proxy: proxyUrl })],
];

test.for(ways)("on Node a PUT goes through %s, as requests do", async ([, use], { service }) => {
  const proxy = await startForwardProxy(service.url, onTestFinished);
  const end = use(proxy.url);
  onTestFinished(async () => void (await end()));
  service.answer("grants", json(200, { data: { key: "k", presignedUrl: address, publicUrl: address } }));
  await service.client({ dangerouslyAllowHttp: true }).calls.upload(bytes);
  expect(proxy.seen.at(-1)).toContain(hostBehindProxy);
  expect(service.puts[0]?.headers["content-length"]).toBe("300000");
  expect(service.puts[0]?.body.equals(bytes)).toBe(true);
});

function useDispatcher(proxyUrl: string): () => Promise<void> {
  const before = getGlobalDispatcher();
  const dispatcher = new ProxyAgent(proxyUrl);
  setGlobalDispatcher(dispatcher);
  return async () => {
    setGlobalDispatcher(before);
    await dispatcher.close();
  };
}

test("on Deno a PUT goes through the proxy of the environment, but for hosts that no_proxy names", async ({
  service,
}) => {
  const proxy = await startForwardProxy(service.url, onTestFinished);
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("HTTP_PROXY", proxy.url);
  await putByNodeHttp(address);
  expect(proxy.seen).toEqual([`PUT ${address}`]);
  expect(service.puts[0]?.headers["content-length"]).toBe("300000");
  vi.stubEnv("no_proxy", "127.0.0.1");
  await putByNodeHttp(`${service.url}/store/k`);
  expect(proxy.seen).toHaveLength(1);
  expect(service.puts.map(({ body }) => body.equals(bytes))).toEqual([true, true]);
});

async function putByNodeHttp(url: string): Promise<void> {
  const recording = await resolveRecording(bytes, { filename: "call.wav" });
  const { signal } = new AbortController();
  await nodeHttpSender.send({
    what: "PUT",
    url,
    recording,
    fetch,
    signal,
    onSent: () => {},
    redact: String,
  });
}

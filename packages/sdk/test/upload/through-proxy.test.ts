/** PUTs go through the proxies that the runtime's requests go through. */
import { getGlobalDispatcher, ProxyAgent, setGlobalDispatcher } from "undici";
import { expect, onTestFinished, vi } from "vitest";
import { nodeHttpSender } from "../../src/upload/send-by-node-http.js";
import { resolveRecording } from "../../src/upload/source.js";
import { hostBehindProxy, startForwardProxy } from "../support/forward-proxy.ts";
import { json, type RecordingService, test } from "./recording-service.js";
import { wavBytes } from "./recordings.js";

const bytes = wavBytes(300_000);
const address = `http://${hostBehindProxy}/store/k`;

test("on Node a PUT goes through the dispatcher of setGlobalDispatcher(), as requests do", async ({ service }) => {
  const proxy = await startForwardProxy(service.url, onTestFinished);
  const before = getGlobalDispatcher();
  const dispatcher = new ProxyAgent(proxy.url);
  setGlobalDispatcher(dispatcher);
  onTestFinished(async () => {
    setGlobalDispatcher(before);
    await dispatcher.close();
  });
  service.answer("grants", json(200, { data: { key: "k", presignedUrl: address, publicUrl: address } }));
  await service.client({ dangerouslyAllowHttp: true }).calls.upload(bytes);
  expect(proxy.seen.at(-1)).toBe(`CONNECT ${hostBehindProxy}:80`);
  expect(service.puts[0]?.headers["content-length"]).toBe("300000");
  expect(service.puts[0]?.body.equals(bytes)).toBe(true);
});

test.for(["HTTP_PROXY", "http_proxy"])(
  "on Deno a PUT goes through the proxy of %s, with its length",
  async (name, { service }) => {
    const proxy = await proxyOf(service, name);
    await putByNodeHttp(address);
    expect(proxy.seen).toEqual([`PUT ${address}`]);
    expect(service.puts[0]?.headers["content-length"]).toBe("300000");
    expect(service.puts[0]?.body.equals(bytes)).toBe(true);
  },
);

test("on Deno a PUT to a host that no_proxy names goes straight there", async ({ service }) => {
  const proxy = await proxyOf(service, "http_proxy");
  vi.stubEnv("no_proxy", "127.0.0.1");
  await putByNodeHttp(`${service.url}/store/k`);
  expect(proxy.seen).toEqual([]);
  expect(service.puts[0]?.body.equals(bytes)).toBe(true);
});

async function proxyOf(service: RecordingService, variable: string) {
  const proxy = await startForwardProxy(service.url, onTestFinished);
  vi.stubEnv(variable, proxy.url);
  onTestFinished(() => void vi.unstubAllEnvs());
  return proxy;
}

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
    isFirst: true,
    redact: String,
  });
}

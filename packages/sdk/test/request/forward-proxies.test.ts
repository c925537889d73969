/** Requests and uploads go through the proxy that Node's `fetch` is told of, with its credentials. */
import { createServer, setGlobalProxyFromEnv } from "node:http";
import { ConnectionError } from "@call-analysis/sdk";
import { getGlobalDispatcher, ProxyAgent, setGlobalDispatcher } from "undici";
import { expect, onTestFinished } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { hostBehindProxy, startForwardProxy } from "../support/forward-proxy.ts";
import { listenLocally } from "../support/local-server.ts";
import { test } from "../support/recording-service.ts";
import { wavBytes } from "../support/recordings.ts";
import { callInput } from "../support/samples.ts";
import { textsOf } from "../support/texts-of.ts";

const bytes = wavBytes(300_000);

function useDispatcher(proxyUrl: string): () => void {
  const before = getGlobalDispatcher();
  const dispatcher = new ProxyAgent(proxyUrl);
  setGlobalDispatcher(dispatcher);
  return () => {
    setGlobalDispatcher(before);
    void dispatcher.close();
  };
}

/** Each takes the proxy's address, and gives what ends it. */
const ways: [string, (proxyUrl: string) => () => void][] = [
  ["the dispatcher of setGlobalDispatcher()", useDispatcher],
  // It does what Node does at its start with NODE_USE_ENV_PROXY.
  ["the proxy of the environment", (proxyUrl) => setGlobalProxyFromEnv({ http_proxy: proxyUrl })],
];

const withCredentials = (url: string) => url.replace("//", "//asha:pass-w0rd@");

test.for(ways)("an upload and a creation go through %s, with its credentials", async ([, use], { service }) => {
  const proxy = await startForwardProxy(service.url, onTestFinished);
  onTestFinished(use(withCredentials(proxy.url)));
  const sdk = service.client({ baseUrl: `http://${hostBehindProxy}/v1`, dangerouslyAllowHttp: true });
  const call = { file: bytes, filename: "call.wav", memberId: "m", categoryId: "c" };
  expect(await sdk.calls.submitFile(call)).toMatchObject({ callId: "call-1" });
  expect(proxy.seen.join()).toContain(hostBehindProxy);
  expect(new Set(proxy.credentials)).toEqual(new Set([`Basic ${btoa("asha:pass-w0rd")}`]));
  expect(service.puts[0]?.headers["content-length"]).toBe("300000");
  expect(service.puts[0]?.body.equals(bytes)).toBe(true);
  expect(service.creates).toHaveLength(1);
});

test.for(ways)(
  "a creation that %s refuses was not sent, and no text has its password",
  async ([, use], { service }) => {
    const refusing = createServer((_request, response) => response.writeHead(407).end());
    refusing.on("connect", (_request, socket) => socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n"));
    const url = await listenLocally(refusing);
    onTestFinished(() => void refusing.close());
    onTestFinished(use(withCredentials(url)));
    const sdk = service.client({ baseUrl: `http://${hostBehindProxy}/v1`, dangerouslyAllowHttp: true });
    const error = await rejectionOf(sdk.calls.create(callInput), ConnectionError);
    expect(error).toMatchObject({ requestSent: false });
    expect(textsOf(error).filter((text) => text.includes("pass-w0rd"))).toEqual([]);
  },
);

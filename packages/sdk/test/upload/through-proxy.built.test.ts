import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished } from "vitest";
import { hostBehindProxy, startForwardProxy } from "../support/forward-proxy.ts";
import { json, test } from "./recording-service.js";

const client = fileURLToPath(new URL("../../dist/index.js", import.meta.url));

/** In its own process: Node reads the proxies of the environment when it starts. */
const upload = `
  const { CallAnalysis } = await import(process.argv[1]);
  const sdk = new CallAnalysis({ apiKey: "key", baseUrl: process.argv[2], dangerouslyAllowHttp: true });
  await sdk.calls.upload(new Uint8Array(300_000), { filename: "call.wav" });
`;

test("with NODE_USE_ENV_PROXY a PUT goes through the proxy of the environment, as requests do", async ({ service }) => {
  const proxy = await startForwardProxy(service.url, onTestFinished);
  const address = `http://${hostBehindProxy}/store/k`;
  service.answer("grants", json(200, { data: { key: "k", presignedUrl: address, publicUrl: address } }));
  const env = { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: proxy.url };
  const parameters = ["--input-type=module", "--eval", upload, client, `${service.url}/v1`];
  await promisify(execFile)(process.execPath, parameters, { env });
  expect(proxy.seen.at(-1)).toContain(hostBehindProxy);
  expect(service.puts[0]?.body.byteLength).toBe(300_000);
});

/** What failed in the field, where no other file has its topic. */
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { UploadGrant } from "@call-analysis/sdk";
import { build } from "esbuild";
import { expect, onTestFinished, test, vi } from "vitest";
import { serve } from "../src/adapters/server.js";
import { createMockService, type MockService } from "../src/index.js";
import { listening } from "./control/listening.js";
import { ask, type Refused } from "./support/ask.js";
import { temporaryFolder } from "./support/built.js";
import { useFakeTimers } from "./support/fake-timers.js";
import { grant, known, put } from "./support/flow.js";
import { soon } from "./support/soon.js";

test.each(["звонок.wav", "कॉल.wav", "Anruf von Jürgen.mp3"])(
  "the recording %s keeps its name, whatever its script",
  async (filename) => {
    const service = createMockService();
    const body = { filename, contentType: "audio/wav" };
    const { data } = (await ask<{ data: UploadGrant }>(service, "POST /calls/presigned-url", { body })).body;
    const name = filename.replaceAll(" ", "-");
    expect(data.key).toMatch(new RegExp(`/${name}$`));
    expect(data.publicUrl).toMatch(new RegExp(`/${encodeURI(name)}$`));
    expect((await put(service, data.presignedUrl)).status).toBe(200);
    expect((await service.fetch(data.publicUrl)).status).toBe(200);
    service.faults.inject({ operation: "createCall", match: { filename: filename.normalize("NFD") }, status: 418 });
    const { agent, category } = known(service);
    const call = { memberId: agent.id, categoryId: category.id, audio_url: data.publicUrl };
    expect((await ask(service, "POST /calls", { body: call })).status).toBe(418);
  },
);

/** The body of a call whose user-defined fields are written like this. */
function callWith(service: MockService, udfs: string): string {
  const { agent, category, audio_url } = known(service);
  return JSON.stringify({ memberId: agent.id, categoryId: category.id, audio_url, udfs: "U" }).replace('"U"', udfs);
}

const inexact = ["12345678901234567890", "0.1234567890123456789", "1e400"];

test.each(inexact)("the number %s, which a double cannot hold, is refused at its place", async (number) => {
  const service = createMockService();
  const body = callWith(service, `{"order":{"ids":[1,${number}]}}`);
  const reply = await ask<Refused>(service, "POST /calls", { body });
  const message = expect.stringContaining("a double cannot represent exactly");
  expect([reply.status, reply.body.error.fields]).toEqual([400, [{ path: "udfs.order.ids[1]", message }]]);
});

test("numbers that a double can hold come back, however they were written", async () => {
  const service = createMockService();
  const udfs =
    '{"a":0.30000000000000004,"b":1.50000000000000000000,"c":1E3,"d":9007199254740991,"e":"12345678901234567890","f":-0.0000000000000000001}';
  const { body } = await ask<{ data: { callId: string } }>(service, "POST /calls", { body: callWith(service, udfs) });
  expect(service.db.calls.get(body.data.callId)?.udfs).toEqual(JSON.parse(udfs));
});

test("waits and latency are in real time, and a duration is not negative, also under fake timers", async () => {
  const service = createMockService();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const waiting = service.journal.waitFor({ operation: "listAgents" }, { timeoutMs: 60_000 });
  await vi.advanceTimersByTimeAsync(120_000);
  service.faults.inject({ latencyMs: 1 });
  await ask(service, "GET /agents");
  expect((await waiting).durationMs).toBeGreaterThanOrEqual(0);
});

test("a reset, an abort and a client that goes leave no timer of a delayed request behind", async () => {
  useFakeTimers();
  const service = createMockService();
  service.faults.inject({ latencyMs: 60_000 });
  const reset = ask(service, "GET /agents").catch((error) => error);
  const client = new AbortController();
  const address = `${service.addresses.baseUrl}/agents`;
  const aborted = service.fetch(address, { signal: client.signal }).catch((error) => error);
  for (let turn = 0; turn < 50 && vi.getTimerCount() < 2; turn += 1) await Promise.resolve();
  expect(vi.getTimerCount()).toBe(2);
  client.abort("gone");
  expect(await aborted).toBe("gone");
  service.reset();
  expect(await reset).toBeInstanceOf(TypeError);
  expect(vi.getTimerCount()).toBe(0);
});

test("the public URL can be changed while a server runs, and addresses that were given before keep working", async () => {
  const service = createMockService();
  const server = await serve(service, { port: 0 });
  onTestFinished(server.close);
  const overHttp = () => ({
    ...service,
    addresses: { ...service.addresses, baseUrl: `${server.listeningUrl}/v1` },
    fetch: globalThis.fetch,
  });
  const before = await grant(overHttp());
  const change = (url: unknown) =>
    fetch(`${server.listeningUrl}/__mock__/public-url`, { method: "PUT", body: JSON.stringify({ url }) });
  expect((await change("http://mock.test:49152")).status).toBe(200);
  expect(server.url).toBe("http://mock.test:49152");
  expect(service.clientOptions().baseUrl).toBe("http://mock.test:49152/v1");
  expect((await grant(overHttp())).presignedUrl).toMatch(/^http:\/\/mock\.test:49152\/storage\//);
  expect((await put(overHttp(), before.presignedUrl)).status).toBe(200);
  for (const url of [7, "mock.test"]) expect((await change(url)).status).toBe(400);
});

test("with cors a page may send credentials: the response names its origin, and not a star", async () => {
  const server = await listening({}, { cors: true });
  const origin = "https://app.example.com";
  const headers = { origin, authorization: "Bearer test-key" };
  const preflight = { method: "OPTIONS", headers: { origin, "access-control-request-method": "GET" } };
  for (const init of [{ headers }, preflight]) {
    const response = await fetch(`${server.url}/v1/agents`, init);
    expect(response.headers.get("access-control-allow-origin")).toBe(origin);
    expect(response.headers.get("access-control-allow-credentials")).toBe("true");
    expect(response.headers.get("vary")).toBe("origin");
  }
  const exposed = (await fetch(`${server.url}/v1/agents`, { headers })).headers.get("access-control-expose-headers");
  expect(exposed).toContain("x-request-id");
  const { url } = await listening();
  expect((await fetch(`${url}/v1/agents`, { headers })).headers.has("access-control-allow-origin")).toBe(false);
});

test("events ask proxies neither to compress nor to buffer them", async () => {
  const { url } = await listening();
  const client = new AbortController();
  const { headers } = await soon(fetch(`${url}/__mock__/events`, { signal: client.signal }));
  client.abort();
  expect([headers.get("cache-control"), headers.get("x-accel-buffering")]).toEqual(["no-store, no-transform", "no"]);
});

test("serve() works in a CommonJS bundle, which has no address of its own: without the console", async () => {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [entry, bundle] = [join(folder, "entry.ts"), join(folder, "bundle.cjs")];
  const source = (path: string) => JSON.stringify(fileURLToPath(new URL(`../src/${path}`, import.meta.url)));
  writeFileSync(
    entry,
    `import { createMockService } from ${source("index.ts")};
import { serve } from ${source("adapters/server.ts")};
serve(createMockService(), { port: 0 }).then(async ({ url, close }) => {
  console.log((await fetch(url + "/__mock__/health")).status);
  await close();
});`,
  );
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  await build({
    entryPoints: [entry],
    outfile: bundle,
    bundle: true,
    platform: "node",
    format: "cjs",
    tsconfig: join(root, "tsconfig.json"),
    logLevel: "silent",
  });
  expect(execFileSync(process.execPath, [bundle], { encoding: "utf8" })).toBe("200\n");
});

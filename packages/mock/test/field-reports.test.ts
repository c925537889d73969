/** What failed in the field, where no other file has its topic. */
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, onTestFinished, test, vi } from "vitest";
import { serve } from "../src/adapters/server.js";
import { createMockService } from "../src/index.js";
import { ask } from "./support/ask.js";
import { temporaryFolder } from "./support/built.js";
import { useFakeTimers } from "./support/fake-timers.js";
import { grant, known, put } from "./support/flow.js";
import { soon } from "./support/soon.js";

test("an upload over HTTP that says no length gets 411, in the form of S3", async () => {
  const service = createMockService();
  const { close } = await serve(service, { port: 0 });
  onTestFinished(close);
  const { presignedUrl } = await grant({ ...service, addresses: service.addresses, fetch: globalThis.fetch });
  const { hostname, port, pathname, search } = new URL(presignedUrl);
  const socket = connect(Number(port), hostname);
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  socket.end(`PUT ${pathname}${search} HTTP/1.1\r\nhost: mock\r\ncontent-type: audio/wav\r\nconnection: close\r\n\r\n`);
  await new Promise((resolve) => socket.once("close", resolve));
  expect(received).toMatch(/^HTTP\/1\.1 411 [\s\S]*<Code>MissingContentLength<\/Code>/);
});

test.each(["звонок.wav", "कॉल.wav", "Anruf von Jürgen.mp3"])(
  "the recording %s keeps its name, whatever its script",
  async (filename) => {
    const service = createMockService();
    const body = { filename, contentType: "audio/wav" };
    const { data } = (
      await ask<{ data: { key: string; presignedUrl: string; publicUrl: string } }>(
        service,
        "POST /calls/presigned-url",
        { body },
      )
    ).body;
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

test.each([
  ["12345678901234567890", "udfs.order.ids[1]"],
  ["0.1234567890123456789", "udfs.order.ids[1]"],
  ["1e400", "udfs.order.ids[1]"],
])("the number %s, which a double cannot hold, is refused at its place", async (number, path) => {
  const service = createMockService();
  const { agent, category, audio_url } = known(service);
  const text = JSON.stringify({
    memberId: agent.id,
    categoryId: category.id,
    audio_url,
    udfs: { order: { ids: [1, "N"] } },
  });
  const reply = await ask<{ error: { fields: { path: string; message: string }[] } }>(service, "POST /calls", {
    body: text.replace('"N"', number),
  });
  expect(reply.status).toBe(400);
  expect(reply.body.error.fields).toEqual([
    { path, message: expect.stringContaining("a double cannot represent exactly") },
  ]);
});

test("numbers that a double can hold come back, however they were written", async () => {
  const service = createMockService();
  const udfs =
    '{"a":0.30000000000000004,"b":1.50000000000000000000,"c":1E3,"d":9007199254740991,"e":"12345678901234567890","f":-0.0000000000000000001}';
  const { agent, category, audio_url } = known(service);
  const text = JSON.stringify({ memberId: agent.id, categoryId: category.id, audio_url, udfs: "U" }).replace(
    '"U"',
    udfs,
  );
  const { body } = await ask<{ data: { callId: string } }>(service, "POST /calls", { body: text });
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
  expect(
    (await fetch(before.presignedUrl, { method: "PUT", body: "x", headers: { "content-type": "audio/wav" } })).status,
  ).toBe(200);
  for (const url of [7, "mock.test"]) expect((await change(url)).status).toBe(400);
});

test("with cors a page may send credentials: the response names its origin, and not a star", async () => {
  const server = await serve(createMockService(), { port: 0, cors: true });
  onTestFinished(server.close);
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
  const { url, close } = await serve(createMockService(), { port: 0 });
  onTestFinished(close);
  expect((await fetch(`${url}/v1/agents`, { headers })).headers.has("access-control-allow-origin")).toBe(false);
});

test("events ask proxies neither to compress nor to buffer them", async () => {
  const server = await serve(createMockService(), { port: 0 });
  onTestFinished(server.close);
  const client = new AbortController();
  const { headers } = await soon(fetch(`${server.url}/__mock__/events`, { signal: client.signal }));
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

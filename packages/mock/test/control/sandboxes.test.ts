import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { sha256Of } from "../../src/core/sha256.js";
import type { MockService } from "../../src/index.js";
import { ask } from "../support/ask.js";
import { createCall, grant, put, readAnalysis } from "../support/flow.js";
import { soon } from "../support/soon.js";
import { wav } from "../support/wav.js";
import { listening } from "./listening.js";

/** A server, and a way to make sandboxes on it. */
async function listen(...options: Parameters<typeof listening>) {
  const server = await listening(...options);
  const sandbox = async (body?: object) => {
    const { status, body: addresses } = await server.control("POST", "/sandboxes", body);
    // Tables are those of the service beside it, which starts with the same rows.
    return { status, addresses, service: { ...server.service, addresses } as MockService };
  };
  return { ...server, sandbox };
}

test("a sandbox has its own addresses below the server's", async () => {
  const { url, sandbox } = await listen();
  const { status, addresses } = await sandbox();
  const root = `${url}/sandboxes/${addresses.id}`;
  expect(status).toBe(201);
  expect(addresses).toEqual({
    id: expect.any(String),
    baseUrl: `${root}/v1`,
    campaignBaseUrl: root,
    storageUrl: `${root}/storage`,
    controlUrl: `${root}/__mock__`,
  });
});

test("the whole flow works in a sandbox", async () => {
  const { sandbox } = await listen();
  const { service, addresses } = await sandbox({ progression: { mode: "immediate" } });
  const { presignedUrl, publicUrl } = await grant(service);
  expect(presignedUrl.startsWith(`${addresses.storageUrl}/`)).toBe(true);
  expect((await put(service, presignedUrl)).status).toBe(200);
  const callId = await createCall(service, { audio_url: publicUrl });
  expect((await readAnalysis(service, callId)).metadata.duration).toBe(2);
});

test("sandboxes share nothing with each other, nor with the server", async () => {
  const { service, sandbox, control } = await listen();
  const [one, other] = [await sandbox(), await sandbox()];
  const callId = await createCall(one.service);
  await fetch(`${one.addresses.controlUrl}/clock/advance`, { method: "POST", body: '{"ms":86400000}' });
  for (const each of [service, other.service]) {
    expect((await ask(each, `GET /calls/${callId}/analysis`)).status).toBe(404);
  }
  const timeAt = async (address: string) => (await (await fetch(`${address}/clock`)).json()).nowMs;
  expect((await timeAt(one.addresses.controlUrl)) - (await timeAt(other.addresses.controlUrl))).toBeGreaterThan(
    86_000_000,
  );
  await control("POST", "/reset");
  expect((await readAnalysis(one.service, callId)).status).toBe("processing");
});

test("a sandbox may have another seed, scenario, progression, policies and time", async () => {
  const { sandbox } = await listen();
  const clock = { startAt: "2026-01-31T10:00:00Z" };
  const { addresses, service } = await sandbox({
    seed: 2,
    scenario: ["empty"],
    policies: { uploadStatus: 201 },
    clock,
  });
  expect((await ask(service, "GET /agents")).body.data).toEqual([]);
  expect((await put(service, (await grant(service)).presignedUrl)).status).toBe(201);
  expect((await (await fetch(`${addresses.controlUrl}/clock`)).json()).now).toBe("2026-01-31T10:00:00.000Z");
});

test("a sandbox that is dropped is gone, and the others stay", async () => {
  const { sandbox, control } = await listen();
  const [one, other] = [await sandbox(), await sandbox()];
  expect(await control("DELETE", `/sandboxes/${one.addresses.id}`)).toEqual({ status: 200, body: { status: "ok" } });
  expect((await ask(one.service, "GET /agents")).status).toBe(404);
  expect((await ask(other.service, "GET /agents")).status).toBe(200);
  expect((await control("DELETE", `/sandboxes/${one.addresses.id}`)).status).toBe(404);
  expect((await control("GET", "/sandboxes")).body.sandboxes).toEqual([other.addresses]);
});

test("a sandbox has no sandboxes", async () => {
  const { sandbox } = await listen();
  const { addresses } = await sandbox();
  expect((await fetch(`${addresses.controlUrl}/sandboxes`, { method: "POST" })).status).toBe(404);
});

test("suites that run at the same time in sandboxes get the same ids, each its own data", async () => {
  const { sandbox } = await listen();
  const suites = await Promise.all(
    Array.from({ length: 5 }, async (_, suite) => {
      const { service } = await sandbox({ clock: { startAt: 0 } });
      const callId = await createCall(service, { udfs: { suite } });
      return { callId, udfs: (await readAnalysis(service, callId)).metadata.udfs };
    }),
  );
  expect(new Set(suites.map(({ callId }) => callId)).size).toBe(1);
  expect(suites.map(({ udfs }) => udfs)).toEqual([0, 1, 2, 3, 4].map((suite) => ({ suite })));
});

test("a request that a gate holds in a sandbox is answered when the sandbox is deleted, and its waits end", async () => {
  const { control, sandbox, url } = await listen();
  const { addresses, service } = await sandbox();
  const inSandbox = (path: string, init?: RequestInit) => fetch(`${addresses.controlUrl}${path}`, init);
  const gate = (operation: string) => inSandbox("/gates", { method: "POST", body: JSON.stringify({ operation }) });
  await gate("listAgents");
  await gate("listCategories");
  const held = ask(service, "GET /agents");
  const others = () => control("GET", "/health");
  await soon(inSandbox("/gates/gate-1?waitMs=60000"), others);
  const waiting = inSandbox("/gates/gate-2?waitMs=60000");
  const events = await inSandbox("/events");
  await inSandbox("/gates");
  expect((await control("DELETE", `/sandboxes/${addresses.id}`)).status).toBe(200);
  expect((await soon(held, others)).status).toBe(200);
  expect(await (await soon(waiting, others)).json()).toEqual({ reached: false });
  expect(await soon(events.text(), others)).toContain(": connected");
  expect((await fetch(`${url}/sandboxes/${addresses.id}/v1/agents`)).status).toBe(404);
});

test("a large recording of a sandbox is a file, which goes with the sandbox", async () => {
  const temporary = mkdtempSync(join(tmpdir(), "sandboxes-"));
  vi.stubEnv("TMPDIR", temporary);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(temporary, { recursive: true });
  });
  const { control, sandbox } = await listen();
  const { addresses, service } = await sandbox();
  const { presignedUrl, publicUrl } = await grant(service);
  const bytes = wav({ seconds: 700 });
  expect((await put(service, presignedUrl, bytes)).status).toBe(200);
  const [folder = "", ...others] = readdirSync(temporary);
  expect([others, readdirSync(join(temporary, folder))]).toEqual([[], [sha256Of(bytes)]]);
  expect((await (await fetch(publicUrl)).arrayBuffer()).byteLength).toBe(bytes.length);
  expect((await control("DELETE", `/sandboxes/${addresses.id}`)).status).toBe(200);
  expect(readdirSync(temporary)).toEqual([]);
});

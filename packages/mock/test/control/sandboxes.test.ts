import { expect, test } from "vitest";
import type { MockService } from "../../src/index.js";
import { ask, type Fields } from "../support/ask.js";
import { createCall, grant, known, put, readAnalysis } from "../support/flow.js";
import { soon } from "../support/soon.js";
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

test("what a sandbox does not set is as on its server", async () => {
  const { sandbox } = await listen({ seed: 2, progression: { mode: "immediate" } });
  const { service } = await sandbox({ clock: { startAt: 0 } });
  expect((await ask<{ data: Fields[] }>(service, "GET /agents")).body.data[0]?.id).toBe(known(service).agent.id);
  expect((await readAnalysis(service, await createCall(service))).status).toBe("completed");
});

test("a new sandbox never has the id of another, also after one was deleted", async () => {
  const { sandbox, control } = await listen();
  const [first, second] = [(await sandbox()).addresses.id, (await sandbox()).addresses.id];
  await control("DELETE", `/sandboxes/${first}`);
  expect([first, second]).not.toContain((await sandbox()).addresses.id);
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

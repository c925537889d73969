import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { ask } from "../support/ask.js";
import { createCall } from "../support/flow.js";
import { eventsOf } from "./events-of.js";
import { listening } from "./listening.js";

test("events tell of requests, with their operation and without keys, and of what control changes", async () => {
  const { url, control, service } = await listening();
  const next = await eventsOf(url);
  await createCall(service);
  const created = await next();
  expect(created).toMatchObject({ event: "entry", data: { id: 1, operation: "createCall", status: 202 } });
  expect(JSON.stringify(created)).not.toContain("test-key");
  await control("GET", "/rules");
  await control("POST", "/faults", { status: 99 });
  await control("POST", "/faults", { operation: "listAgents", status: 503 });
  expect(await next()).toEqual({ event: "change", data: { operation: null, method: "POST", path: "/faults" } });
  await ask(service, "GET /agents");
  expect(await next()).toMatchObject({ event: "entry", data: { operation: "listAgents", status: 503 } });
});

test("the events of a server that closes end", async () => {
  const { url, close } = await listening();
  const next = await eventsOf(url);
  await close();
  expect(await next().catch(() => undefined)).toBe(undefined);
});

test("a client that does not read is disconnected after 1,000 events", async () => {
  const service = createMockService({ controlUrl: "https://control.test" });
  const reader = (await service.fetch("https://control.test/events")).body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  for (let request = 0; request <= 1_000; request += 1) await ask(service, "GET /agents");
  expect((await reader?.read())?.done).toBe(true);
});

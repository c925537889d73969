import { expect, test } from "vitest";
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

test("a client that does not read is disconnected, and its events are not kept", async () => {
  const { ControlEvents } = await import("../../src/control/events.js");
  let tell = (_: never) => {};
  let listeners = 0;
  const listen = (listener: typeof tell) => {
    tell = listener;
    listeners += 1;
    return () => {
      listeners -= 1;
    };
  };
  const events = new ControlEvents({ listen } as never);
  const iterator = events.stream().chunks()[Symbol.asyncIterator]();
  expect(listeners).toBe(1);
  for (let entry = 0; entry < 2_000; entry += 1) tell({ id: entry } as never);
  expect([listeners, (await iterator.next()).done]).toEqual([0, true]);
});

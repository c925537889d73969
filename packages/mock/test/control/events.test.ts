import { expect, test } from "vitest";
import { ask } from "../support/ask.js";
import { createCall } from "../support/flow.js";
import { listening } from "./listening.js";

/** Reads server-sent events, from the time at which the client is connected. */
async function connect(url: string) {
  const controller = new AbortController();
  const response = await fetch(`${url}/__mock__/events`, { signal: controller.signal });
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let text = "";
  const next = async () => {
    while (!text.includes("\n\n")) {
      const { value, done } = await reader.read();
      if (done) return "the end";
      text += value;
    }
    const [block = ""] = text.split("\n\n");
    text = text.slice(block.length + 2);
    const [, event, data = ""] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
    return event === undefined ? block : { event, data: JSON.parse(data) };
  };
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  expect(await next()).toBe(": connected");
  return { next, disconnect: () => controller.abort() };
}

test("events tell of requests, with their operation and without keys, and of what control changes", async () => {
  const { url, control, service } = await listening();
  const { next } = await connect(url);
  await createCall(service);
  const { event, data } = (await next()) as { event: string; data: object };
  expect(event).toBe("entry");
  expect(data).toMatchObject({ id: 1, operation: "createCall", status: 202 });
  expect(JSON.stringify(data)).not.toContain("test-key");
  await control("GET", "/faults");
  await control("POST", "/faults", { status: 99 });
  await control("POST", "/faults", { operation: "listAgents", status: 503 });
  expect(await next()).toEqual({ event: "change", data: { operation: null, method: "POST", path: "/faults" } });
  await ask(service, "GET /agents");
  expect(await next()).toMatchObject({ event: "entry", data: { operation: "listAgents", status: 503 } });
});

test("the events of a server that closes end", async () => {
  const { url, close } = await listening();
  const { next } = await connect(url);
  await close();
  expect(await next().catch(() => "the end")).toBe("the end");
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

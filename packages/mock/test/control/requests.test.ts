import { afterEach, expect, test } from "vitest";
import { serve } from "../../src/adapters/server.js";
import { createMockService } from "../../src/index.js";
import { ask, type Fields } from "../support/ask.js";
import { createCall } from "../support/flow.js";

let stop = async () => {};

afterEach(() => stop());

/** A service that is reached over HTTP, and its control interface. */
async function listen() {
  const service = createMockService();
  const { url, close } = await serve(service, { port: 0 });
  stop = close;
  const control = <Body = Fields>(request: `${string} ${string}`, body?: unknown) => {
    const [method = "", path = ""] = request.split(" ");
    return ask<Body>(reachable, `${method} ${url}/__mock__${path}`, { key: null, body });
  };
  const reachable = { ...service, fetch: globalThis.fetch };
  return { service: reachable, control };
}

test("POST /faults takes what inject takes, and DELETE /faults takes all away", async () => {
  const { service, control } = await listen();
  expect((await control("POST /faults", { operation: "listAgents", status: 503, retryAfter: 2 })).status).toBe(201);
  const failed = await ask(service, "GET /agents");
  expect([failed.status, failed.headers.get("retry-after")]).toEqual([503, "2"]);
  expect((await control("DELETE /faults")).status).toBe(200);
  expect((await ask(service, "GET /agents")).status).toBe(200);
});

test("a fault that is none gets 400 and an error that names the field", async () => {
  const { control } = await listen();
  const { status, body } = await control<{ error: { fields: Fields[] } }>("POST /faults", { status: 99 });
  expect([status, body.error.fields]).toEqual([
    400,
    [{ path: "status", message: "must be a whole number from 200 to 599" }],
  ]);
});

test("faults and gates do not touch control, so that it can always take them away", async () => {
  const { control } = await listen();
  await control("POST /faults", { network: "timeout" });
  expect((await control("DELETE /faults")).status).toBe(200);
});

test("GET /journal returns entries without secrets, and a query chooses among them", async () => {
  const { service, control } = await listen();
  await createCall(service);
  await ask(service, "GET /agents", { key: "wrong-key-4711" });
  const all = await control<{ entries: Fields[] }>("GET /journal");
  expect(all.body.entries.map(({ operation }) => operation)).toEqual(["createCall", "listAgents"]);
  expect(JSON.stringify(all.body)).not.toMatch(/test-key|wrong-key/);
  const chosen = await control<{ entries: Fields[] }>("GET /journal?operation=listAgents&status=401");
  expect(chosen.body.entries).toMatchObject([{ id: 2, status: 401 }]);
});

test("control itself is not in the journal", async () => {
  const { control } = await listen();
  await control("GET /health");
  expect((await control<{ entries: Fields[] }>("GET /journal")).body.entries).toEqual([]);
});

test("DELETE /journal forgets all entries", async () => {
  const { service, control } = await listen();
  await createCall(service);
  expect((await control("DELETE /journal")).status).toBe(200);
  expect((await control<{ entries: Fields[] }>("GET /journal")).body.entries).toEqual([]);
});

test("GET /journal.har returns an HTTP archive", async () => {
  const { service, control } = await listen();
  await createCall(service);
  const { body } = await control<{ log: { entries: Fields[] } }>("GET /journal.har");
  expect(body.log.entries).toHaveLength(1);
});

import { expect, test } from "vitest";
import { ask, type Fields } from "../support/ask.js";
import { createCall } from "../support/flow.js";
import { listening } from "./listening.js";

test("faults and gates do not touch control, so that it can always take them away", async () => {
  const { control } = await listening();
  await control("POST", "/faults", { network: "timeout" });
  expect((await control("DELETE", "/faults")).status).toBe(200);
  expect((await control("GET", "/faults")).body).toEqual({ faults: [] });
});

test("GET /journal returns entries without secrets, and a query chooses among them", async () => {
  const { service, control } = await listening();
  await createCall(service);
  await ask(service, "GET /agents", { key: "wrong-key-4711" });
  const all = await control("GET", "/journal");
  expect(all.body.entries.map(({ operation }: Fields) => operation)).toEqual(["createCall", "listAgents"]);
  expect(JSON.stringify(all.body)).not.toMatch(/test-key|wrong-key/);
  const chosen = await control("GET", "/journal?operation=listAgents&status=401");
  expect(chosen.body.entries).toMatchObject([{ id: 2, status: 401 }]);
});

test("control itself is not in the journal", async () => {
  const { control } = await listening();
  await control("GET", "/health");
  expect((await control("GET", "/journal")).body.entries).toEqual([]);
});

test("DELETE /journal forgets all entries", async () => {
  const { service, control } = await listening();
  await createCall(service);
  expect((await control("DELETE", "/journal")).status).toBe(200);
  expect((await control("GET", "/journal")).body.entries).toEqual([]);
});

test("GET /journal.har returns an HTTP archive", async () => {
  const { service, control } = await listening();
  await createCall(service);
  const { body } = await control("GET", "/journal.har");
  expect(body.log.entries).toHaveLength(1);
});

import { expect, onTestFinished, test } from "vitest";
import { type Operation, operations } from "../../src/contract/operations.js";
import { startProxiedMock } from "./proxy-server.ts";

test("no other failed request than a creation of a call is said to have created nothing", async () => {
  const table: Record<string, Operation> = operations;
  table.inventedList = { method: "GET", path: "/calls", repeat: "always" };
  onTestFinished(() => void delete table.inventedList);
  const { proxy } = await startProxiedMock({
    allow: Object.keys(operations) as (keyof typeof operations)[],
    fetch: async () => new Response(null, { status: 503 }),
  });
  const body = { name: "Ravi", email: "ravi@example.com" };
  for (const request of [{ path: "/v1/calls" }, { method: "POST", path: "/v1/agents", body }]) {
    expect(await proxy.send(request)).toMatchObject({ body: { error: { code: "service_unavailable" } } });
  }
});

test("a proxy passes a DELETE on, which has no body", async () => {
  const { service, proxy } = await startProxiedMock();
  const [agent] = await proxy.clientOf("asha").agents.list();
  expect(await proxy.send({ method: "DELETE", path: `/v1/agents/${agent?.id}` })).toMatchObject({ status: 200 });
  expect(service.db.agents.get(agent?.id ?? "")).toMatchObject({ isActive: false });
});

import { expect, onTestFinished, test } from "vitest";
import { type Operation, operations } from "../../src/contract/operations.js";
import { callOf, startProxiedMock } from "../proxy/proxy-server.ts";

test("a proxy passes the body of a PUT on", async () => {
  const table: Record<string, Operation> = operations;
  table.inventedChange = { method: "PUT", path: "/calls/{id}/invented", repeat: "always" };
  onTestFinished(() => void delete table.inventedChange);
  const { service } = await startProxiedMock();
  const sent: unknown[] = [];
  const { proxy } = await startProxiedMock({
    allow: Object.keys(operations) as (keyof typeof operations)[],
    baseUrl: service.clientOptions().baseUrl,
    fetch: async (input, init) => {
      if (!String(input).endsWith("/invented")) return service.fetch(String(input), init);
      sent.push([init?.method, init?.body]);
      return Response.json({ data: {} });
    },
  });
  const { callId } = await proxy.clientOf("asha").calls.create(await callOf(proxy));
  const body = { text: "Mine." };
  expect(await proxy.send({ method: "PUT", path: `/v1/calls/${callId}/invented`, body })).toMatchObject({
    status: 200,
  });
  expect(sent).toEqual([["PUT", JSON.stringify(body)]]);
});

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

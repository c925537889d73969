/** The proxy for browsers: what it passes on, and to whom. */
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { expect, test } from "vitest";
import { serveInTest } from "../support/local-server.ts";
import { basePath, scriptedFetch, serverKey, startProxy, uploadedCall, wav } from "../support/proxied-service.ts";

test("a page analyses a recording by an ordinary client, without the server's key in anything it gets", async () => {
  const proxy = startProxy();
  const { audio_url: _, ...ids } = await uploadedCall(proxy);
  const call = await proxy.clientOf("asha").calls.analyzeFile({ file: wav, ...ids, udfs: { crm: 7 } });
  expect(call).toMatchObject({ status: "completed", metadata: { udfs: { crm: 7 } } });
  const received = [await proxy.send("GET /v1/agents"), await proxy.send(`GET /v1/calls/${call.callId}/analysis`)];
  expect(received.map(({ status }) => status)).toEqual([200, 200]);
  for (const { text, headers } of received) expect(text + JSON.stringify([...headers])).not.toContain(serverKey);
});

test("only the listed operations are passed on, and by default none", async () => {
  const { service, send } = startProxy({ allow: ["listAgents"] });
  expect((await send("GET /v1/agents")).status).toBe(200);
  const others = ["GET /v1/categories", "DELETE /v1/agents/x", "GET /v1/calls/x/analysis"];
  for (const other of [...others, "POST /v1/agents", "POST /v1/calls"])
    expect([other, (await send(other, other.startsWith("POST") ? { body: {} } : {})).status]).toEqual([other, 403]);
  expect(service.journal.entries()).toHaveLength(1);
  expect((await startProxy({ allow: undefined }).send("GET /v1/agents")).status).toBe(403);
});

test("neither cookies nor unknown headers and queries are passed on, in either direction", async () => {
  const answer = () => Response.json({ data: [] }, { headers: { "set-cookie": "session=1", "x-secret": "s" } });
  const { fetch, requests } = scriptedFetch(answer);
  const foreign = { cookie: "a=b", "x-forwarded-user": "root" };
  const { headers } = await startProxy({ fetch }).send("GET /v1/agents?admin=1", { headers: foreign });
  expect([headers.get("set-cookie"), headers.get("x-secret")]).toEqual([null, null]);
  const [sent] = requests;
  expect([sent?.headers.get("cookie"), sent?.headers.get("x-forwarded-user")]).toEqual([null, null]);
  expect(new URL(sent?.url ?? "").search).toBe("");
  expect(sent?.headers.get("authorization")).toBe(`Bearer ${serverKey}`);
});

test("a creation that the browser repeats gets the first answer, also at the same time and with its fields in another order", async () => {
  const proxy = startProxy();
  const { service, send, asked } = proxy;
  const call = { ...(await uploadedCall(proxy)), udfs: { a: 1, b: 2 } };
  const { audio_url, categoryId, memberId } = call;
  const reordered = { udfs: { b: 2, a: 1 }, audio_url, categoryId, memberId };
  const gate = service.hold("createCall");
  const first = [send("POST /v1/calls", { body: call }), send("POST /v1/calls", { body: reordered })];
  await gate.reached();
  gate.release();
  const replies = [...(await Promise.all(first)), await send("POST /v1/calls", { body: call })];
  expect(replies.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(new Set(replies.map(({ body }) => body.data.callId)).size).toBe(1);
  expect([asked("createCall"), service.db.calls.list().length]).toEqual([1, 1]);
});

test("getRequestListener() of @hono/node-server serves the handler on node:http", async () => {
  const listener = getRequestListener(startProxy().handler, { overrideGlobalObjects: false });
  const url = `${await serveInTest(createServer(listener))}${basePath}/v1/agents`;
  const response = await fetch(url, { headers: { authorization: "Bearer asha" } });
  expect([response.status, (await response.json()).data.length]).toEqual([200, 4]);
  expect((await fetch(url)).status).toBe(401);
});

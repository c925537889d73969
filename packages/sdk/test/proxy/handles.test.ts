/** A user works with recordings that were granted to this user, and with calls that this user created. */
import { expect, onTestFinished, test } from "vitest";
import { type Operation, operations } from "../../src/contract/operations.js";
import { callOf, startProxiedMock } from "./proxy-server.ts";

test("a recording's address works as it is, and the service gets it without the signature", async () => {
  const { service, proxy } = await startProxiedMock();
  const call = await callOf(proxy);
  await proxy.clientOf("asha").calls.create(call);
  const [created] = service.db.calls.list();
  expect(call.audio_url.startsWith(`${created?.audioUrl}#`)).toBe(true);
});

test("another user's recording and call, and changed or foreign ones, are refused, and the service is not asked", async () => {
  const { service, proxy } = await startProxiedMock();
  const sdk = proxy.clientOf("asha");
  const call = await callOf(proxy);
  const { callId } = await sdk.calls.create(call);
  expect(await sdk.calls.getAnalysis(callId)).toMatchObject({ callId });
  const [created] = service.db.calls.list();
  const sent = service.journal.count({});
  const [address = "", signature = ""] = call.audio_url.split("#");
  const create = (audio_url: string, user?: string) =>
    proxy.send({ method: "POST", path: "/v1/calls", body: { ...call, audio_url }, user });
  for (const refused of [
    await create(call.audio_url, "rohan"),
    await create("https://evil.test/a.wav"),
    await create(address),
    await create(`${address}x#${signature}`),
  ])
    expect(refused).toMatchObject({ status: 403, body: { error: { code: "foreign_recording" } } });
  const read = (id = "", user?: string) => proxy.send({ path: `/v1/calls/${id}/analysis`, user });
  for (const refused of [await read(callId, "rohan"), await read(created?.id), await read(`${callId}.x`)])
    expect(refused).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
  expect(service.journal.count({})).toBe(sent);
});

test("the analysis of another call, which the service sends by mistake, does not reach the page", async () => {
  const other = { data: { callId: "call_0", status: "processing" } };
  const { proxy } = await startProxiedMock({
    fetch: async (input, init) =>
      String(input).endsWith("/analysis") ? Response.json(other) : fetch(String(input), init),
  });
  const { callId } = await proxy.clientOf("asha").calls.create(await callOf(proxy));
  expect((await proxy.send({ path: `/v1/calls/${callId}/analysis` })).status).toBe(502);
});

test.each<Pick<Operation, "method" | "repeat">>([
  { method: "POST", repeat: "unprocessed" },
  { method: "PUT", repeat: "always" },
])(
  "an operation about a call that the table gets later asks for this user's handle too, and answers with it: %j",
  async (operation) => {
    const { method } = operation;
    const table: Record<string, Operation> = operations;
    table.invented = { ...operation, path: "/calls/{id}/invented" };
    onTestFinished(() => void delete table.invented);
    const { service } = await startProxiedMock();
    const asked: unknown[] = [];
    const { proxy } = await startProxiedMock({
      allow: Object.keys(operations) as (keyof typeof operations)[],
      baseUrl: service.clientOptions().baseUrl,
      fetch: async (input, init) => {
        const { pathname } = new URL(String(input));
        if (!pathname.endsWith("/invented")) return service.fetch(String(input), init);
        asked.push([init?.method, pathname, init?.body]);
        const callId = pathname.split("/").at(-2);
        return Response.json({ data: { id: callId, callId, before: { callId: "call_0" } } }, { status: 201 });
      },
    });
    const { callId } = await proxy.clientOf("asha").calls.create(await callOf(proxy));
    const [created] = service.db.calls.list();
    const body = { text: "Mine." };
    const noteOf = (id = "", user = "asha") => proxy.send({ method, path: `/v1/calls/${id}/invented`, body, user });
    expect([await noteOf(created?.id), await noteOf(callId, "rohan")].map(({ status }) => status)).toEqual([404, 404]);
    expect(asked).toEqual([]);
    expect(await noteOf(callId)).toMatchObject({
      status: 201,
      body: { data: { id: created?.id, callId, before: { callId: "call_0" } } },
    });
    expect(asked).toEqual([[method, `/v1/calls/${created?.id}/invented`, JSON.stringify(body)]]);
  },
);

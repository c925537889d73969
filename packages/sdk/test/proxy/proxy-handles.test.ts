/** A user works with recordings that were granted to this user, and with calls that this user created. */
import { type Operation, operations } from "@call-analysis/sdk/operations";
import { expect, onTestFinished, test } from "vitest";
import { scriptedFetch, startProxy, uploadedCall, wav } from "../support/proxied-service.ts";

/** A call of asha's, as the browser knows it and as the service does. */
async function startWithCall() {
  const proxy = startProxy();
  const fields = await uploadedCall(proxy);
  const { callId } = await proxy.clientOf("asha").calls.create(fields);
  const [row] = proxy.service.db.calls.list();
  if (!row) throw new Error("The fake has no call.");
  return { ...proxy, fields, callId, row };
}

test("a recording's address works as a link, and the service gets it without the signature", async () => {
  const { service, fields, row } = await startWithCall();
  expect(fields.audio_url.startsWith(`${row.audioUrl}#`)).toBe(true);
  expect((await service.fetch(fields.audio_url)).status).toBe(200);
});

/** Addresses that were not granted to the user, made of one that was granted to asha. */
const foreignRecordings: [string, (granted: string) => string, user: string][] = [
  ["another user", (granted) => granted, "rohan"],
  ["another host", () => "https://evil.test/a.wav", "asha"],
  ["the address alone", (granted) => granted.split("#")[0] ?? "", "asha"],
  ["another address", (granted) => granted.replace("#", "x#"), "asha"],
  ["an empty signature", (granted) => granted.replace(/=.*/, "="), "asha"],
  ["a cut signature", (granted) => granted.slice(0, -1), "asha"],
  ["a longer signature", (granted) => `${granted}A`, "asha"],
  ["white space", (granted) => `${granted} `, "asha"],
  ["padding", (granted) => `${granted}=`, "asha"],
  ["a character of other base64", (granted) => `${granted.slice(0, -1)}+`, "asha"],
];

test.each(foreignRecordings)("a call of a recording is refused, with %s", async (_what, change, user) => {
  const { fields, send, asked } = await startWithCall();
  const body = { ...fields, audio_url: change(fields.audio_url) };
  const received = await send("POST /v1/calls", { body, user });
  expect(received).toMatchObject({ status: 403, body: { error: { code: "foreign_recording" } } });
  expect(asked("createCall")).toBe(1);
});

/** Names of a call that the user did not get, made of the two parts of asha's handle, and the service's id. */
const foreignCalls: [string, (parts: { name: string; signature: string; id: string }) => string, user: string][] = [
  ["another user", ({ name, signature }) => `${name}.${signature}`, "rohan"],
  ["the service's id", ({ id }) => id, "asha"],
  ["no signature", ({ name }) => name, "asha"],
  ["an empty signature", ({ name }) => `${name}.`, "asha"],
  ["no id", ({ signature }) => `.${signature}`, "asha"],
  ["a third part", ({ name, signature }) => `${name}.${signature}.x`, "asha"],
  ["another id", ({ signature }) => `${btoa("call-2").replaceAll("=", "")}.${signature}`, "asha"],
  ["an id that is not base64url", ({ name, signature }) => `${name}!.${signature}`, "asha"],
  ["a second spelling of its signature", ({ name, signature }) => `${name}.${signature}=`, "asha"],
];

test.each(foreignCalls)("the analysis of a call is refused, with %s", async (_what, change, user) => {
  const { callId, row, send, asked } = await startWithCall();
  const [name = "", signature = ""] = callId.split(".");
  const received = await send(`GET /v1/calls/${change({ name, signature, id: row.id })}/analysis`, { user });
  expect(received).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
  expect(asked("getCallAnalysis")).toBe(0);
  expect((await send(`GET /v1/calls/${callId}/analysis`)).body.data.callId).toBe(callId);
});

test("a handle has one spelling: bits that stand for nothing cannot be changed", async () => {
  const { fetch } = scriptedFetch(() => Response.json({ data: { callId: "call-12", status: "processing" } }));
  const granting = startProxy();
  const { send } = startProxy({ fetch }, granting.service);
  const { callId } = (await send("POST /v1/calls", { body: await uploadedCall(granting) })).body.data;
  expect(callId).toMatch(/^Y2FsbC0xMg\.[\w-]{43}$/);
  expect((await send(`GET /v1/calls/${callId}/analysis`)).status).toBe(200);
  expect((await send(`GET /v1/calls/${callId.replace("g.", "h.")}/analysis`)).status).toBe(404);
});

test("the signature of a recording does not pass for a call, and another secret signs differently", async () => {
  const { fields, send, asked } = await startWithCall();
  const [address = "", signature] = fields.audio_url.split("#grant=");
  const name = btoa(address).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  const received = await send(`GET /v1/calls/${name}.${signature}/analysis`);
  expect([received.body.error.code, asked("getCallAnalysis")]).toEqual(["not_found", 0]);
  const other = startProxy({ secret: "another-secret-of-at-least-32-characters" });
  expect((await other.send("POST /v1/calls", { body: fields })).status).toBe(403);
});

test("a user's name does not run into what is signed", async () => {
  const proxy = startProxy({ authorize: ({ headers }) => ({ userId: headers.get("x-user") ?? "" }) });
  const grant = async (user: string) => {
    const body = { filename: "a.wav", contentType: "audio/wav" };
    return (await proxy.send("POST /v1/calls/presigned-url", { body, headers: { "x-user": user } })).body.data
      .publicUrl;
  };
  for (const sign of ["", " ", ":", ",", '","']) {
    const [address, signature] = (await grant(`1${sign}`)).split("#grant=");
    const body = { memberId: "m", categoryId: "c", audio_url: `${sign}${address}#grant=${signature}` };
    const { status } = await proxy.send("POST /v1/calls", { body, headers: { "x-user": sign === "" ? "11" : "1" } });
    expect([sign, status]).toEqual([sign, 403]);
  }
});

test("the analysis of another call, which the service sends by mistake, does not reach the page", async () => {
  const { callId, service, send: _, ...proxy } = await startWithCall();
  const { fetch } = scriptedFetch(() => Response.json({ data: { callId: "call_0", status: "processing" } }));
  const { send } = startProxy({ fetch }, service);
  expect((await send(`GET /v1/calls/${callId}/analysis`)).status).toBe(502);
  expect(proxy.asked("getCallAnalysis")).toBe(0);
});

test("a grant for an address that recordings may not be sent to does not reach the page", async () => {
  const grant = { key: "k", presignedUrl: "https://user:word@169.254.169.254/x", publicUrl: "https://store.test/x" };
  const { send } = startProxy({ fetch: scriptedFetch(() => Response.json({ data: grant })).fetch });
  const received = await send("POST /v1/calls/presigned-url", {
    body: { filename: "a.wav", contentType: "audio/wav" },
  });
  expect([received.status, received.text.includes("169.254")]).toEqual([502, false]);
});

test("an operation about a call that the table gets later asks for this user's handle too, and answers with it", async () => {
  const table: Record<string, Operation> = operations;
  const granting = startProxy();
  const { callId } = await granting
    .clientOf("asha")
    .calls.submitFile({ file: wav, ...(await uploadedCall(granting)), audio_url: undefined } as never);
  const id = granting.service.db.calls.list()[0]?.id;
  table.invented = { method: "POST", path: "/calls/{id}/invented", repeat: "unprocessed" };
  onTestFinished(() => void delete table.invented);
  const { fetch, requests } = scriptedFetch(() => Response.json({ data: { id, callId: id, other: { callId: "c" } } }));
  const { send } = startProxy({ fetch, allow: Object.keys(table) as never }, granting.service);
  const invent = (call = "", user = "asha") => send(`POST /v1/calls/${call}/invented`, { body: {}, user });
  expect([(await invent(id)).status, (await invent(callId, "rohan")).status, requests.length]).toEqual([404, 404, 0]);
  expect((await invent(callId)).body).toEqual({ data: { id, callId, other: { callId: "c" } } });
  expect(new URL(requests[0]?.url ?? "").pathname).toBe(`/v1/calls/${id}/invented`);
});

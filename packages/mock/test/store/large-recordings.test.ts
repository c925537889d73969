import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createMockService, type MockService, type Snapshot } from "../../src/index.js";
import { adapterOf } from "../../src/service.js";
import { maxInlineBytes } from "../../src/store/snapshot.js";
import { listening } from "../control/listening.js";
import { grant, put, upload } from "../support/flow.js";
import { wav } from "../support/wav.js";

const mebibyte = 1024 * 1024;

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function hashAt(address: string, fetch = globalThis.fetch): Promise<string> {
  return sha256(new Uint8Array(await (await fetch(address)).arrayBuffer()));
}

function recordingsIn({ organizations }: Snapshot) {
  return organizations.flatMap(({ recordings = [] }) => recordings);
}

/** Uploads two recordings, and lets the first count as so many bytes more: sizes alone decide what a state contains. */
async function withRecordings(service: MockService, sizeBytes: number) {
  const parts = [wav({ seconds: 1 }), wav({ seconds: 2 })] as const;
  const ids = parts.map(sha256);
  const addresses = [await upload(service, parts[0]), await upload(service, parts[1])];
  const { recordings } = adapterOf(service).state;
  const sizes = [sizeBytes - parts[1].length, parts[1].length];
  const large = { sizeBytes: sizes[0] ?? 0, async *chunks() {}, read: () => parts[0] };
  recordings.set(ids[0] ?? "", large);
  return { parts, addresses, ids, sizes };
}

test("recordings of 64 MiB in all are in a snapshot as base64", async () => {
  const service = createMockService();
  const { parts } = await withRecordings(service, maxInlineBytes);
  const base64 = parts.map((part) => Buffer.from(part).toString("base64"));
  expect(recordingsIn(service.snapshot())).toMatchObject(base64.map((text) => ({ base64: text })));
});

test("recordings of more than 64 MiB in all are in a snapshot as bytes, and nothing is left out", async () => {
  const service = createMockService();
  const { parts, ids, sizes } = await withRecordings(service, maxInlineBytes + 1);
  const snapshot = service.snapshot();
  expect(recordingsIn(snapshot)).toEqual(
    parts.map((bytes, index) => ({ id: ids[index], sizeBytes: sizes[index], bytes: new Uint8Array(bytes) })),
  );
  expect(snapshot.leftOut).toBeUndefined();
});

test("over HTTP a state without bytes lists its recordings, and their bytes travel one by one", async () => {
  const from = await listening();
  const bytes = wav({ seconds: 3 });
  const address = await upload(from.service, bytes);
  const { body: state } = await from.control("GET", "/state?bytes=none");
  expect(recordingsIn(state)).toEqual([{ id: sha256(bytes), sizeBytes: bytes.length }]);
  const to = await listening();
  const refused = await to.control("PUT", "/state", state);
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    expect.stringContaining("PUT /__mock__/recordings/"),
  ]);
  const [{ id = "" } = {}] = recordingsIn(state);
  const sent = await (await fetch(`${from.url}/__mock__/recordings/${id}`)).arrayBuffer();
  expect((await fetch(`${to.url}/__mock__/recordings/${id}`, { method: "PUT", body: sent })).status).toBe(200);
  expect((await to.control("PUT", "/state", state)).status).toBe(200);
  expect(await hashAt(`${to.url}${new URL(address).pathname}`)).toBe(id);
});

test("over HTTP a large state says which bytes it leaves out, and the same text is taken while the service has them", async () => {
  const { service, url, control } = await listening();
  await upload(service);
  expect((await control("GET", "/state")).body.leftOut).toBeUndefined();
  await control("POST", "/reset");
  const { addresses, ids } = await withRecordings(service, maxInlineBytes + 1);
  const text = await (await fetch(`${url}/__mock__/state`)).text();
  const state = JSON.parse(text);
  expect(recordingsIn(state).map(({ id }) => id)).toEqual(ids);
  expect(recordingsIn(state)[0]).not.toHaveProperty("base64");
  expect(state.leftOut).toEqual({
    recordings: ids,
    sizeBytes: maxInlineBytes + 1,
    reason: expect.stringContaining("/__mock__/recordings/{id}"),
  });
  expect((await control("PUT", "/state", text)).status).toBe(200);
  expect(await hashAt(addresses[1] ?? "")).toBe(ids[1]);
  await control("POST", "/reset");
  expect((await control("PUT", "/state", text)).status).toBe(400);
});

/** A body of zeros that is made as it is read, and counts what was. */
function zeros(sizeBytes: number) {
  const chunk = new Uint8Array(mebibyte);
  const read = { sizeBytes: 0 };
  const body = new ReadableStream({
    pull(controller) {
      if (read.sizeBytes >= sizeBytes) return controller.close();
      read.sizeBytes += chunk.length;
      controller.enqueue(chunk);
    },
  });
  return { body, read };
}

test("by default a recording may have 512 MiB, and a larger one is refused before it is read", async () => {
  const service = createMockService();
  const { presignedUrl } = await grant(service);
  const { body, read } = zeros(2048 * mebibyte);
  const headers = { "content-type": "audio/wav", "content-length": String(2048 * mebibyte) };
  const response = await service.fetch(presignedUrl, { method: "PUT", headers, body, duplex: "half" } as RequestInit);
  expect(response.status).toBe(413);
  expect(read.sizeBytes).toBeLessThan(8 * mebibyte);
  expect(service.db.uploads.list()).toMatchObject([{ recording: null }]);
});

test("a body that does not say its length is read up to the limit, and no further", async () => {
  const service = createMockService({ policies: { maxRecordingBytes: 3 * mebibyte } });
  const { presignedUrl } = await grant(service);
  const { body, read } = zeros(2048 * mebibyte);
  const headers = { "content-type": "audio/wav" };
  const response = await service.fetch(presignedUrl, { method: "PUT", headers, body, duplex: "half" } as RequestInit);
  expect(response.status).toBe(413);
  expect(read.sizeBytes).toBeLessThan(8 * mebibyte);
  expect((await put(service, presignedUrl)).status).toBe(200);
});

test("bytes that are not those of the id are refused, and an unknown recording is not found", async () => {
  const { url, control, close } = await listening();
  const put = await control("PUT", `/recordings/${"0".repeat(64)}`, "something else");
  expect([put.status, put.body.error.message]).toEqual([
    400,
    expect.stringContaining(sha256(Buffer.from("something else"))),
  ]);
  expect((await fetch(`${url}/__mock__/recordings/${"0".repeat(64)}`)).status).toBe(404);
  await close();
});

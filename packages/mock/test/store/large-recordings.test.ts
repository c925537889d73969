import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createMockService, type Snapshot } from "../../src/index.js";
import { listening } from "../control/listening.js";
import { grant, put, upload } from "../support/flow.js";

const mebibyte = 1024 * 1024;

/** Bytes that differ from place to place. */
function recordingOf(sizeBytes: number, seed = 1): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes);
  const words = new Uint32Array(bytes.buffer, 0, Math.floor(sizeBytes / 4));
  for (let index = 0; index < words.length; index += 1) words[index] = Math.imul(index + seed, 0x9e3779b1);
  return bytes;
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function hashAt(address: string, fetch = globalThis.fetch): Promise<string> {
  return sha256(new Uint8Array(await (await fetch(address)).arrayBuffer()));
}

function recordingsIn({ organizations }: Snapshot) {
  return organizations.flatMap(({ recordings = [] }) => recordings);
}

test("recordings of 64 MiB in all are in a snapshot as base64, and come back byte for byte", async () => {
  const service = createMockService();
  const parts = [recordingOf(40 * mebibyte), recordingOf(24 * mebibyte, 7)];
  const addresses = [await upload(service, parts[0]), await upload(service, parts[1])];
  const snapshot = service.snapshot();
  expect(recordingsIn(snapshot).map(({ base64 }) => typeof base64)).toEqual(["string", "string"]);
  const other = createMockService();
  other.restore(snapshot);
  expect(await Promise.all(addresses.map((address) => hashAt(address, other.fetch)))).toEqual(parts.map(sha256));
});

test("recordings of more than 64 MiB in all are in a snapshot as bytes, and come back byte for byte", async () => {
  const service = createMockService();
  const parts = [recordingOf(64 * mebibyte), recordingOf(1, 7)];
  const addresses = [await upload(service, parts[0]), await upload(service, parts[1])];
  const snapshot = service.snapshot();
  expect(recordingsIn(snapshot)).toEqual([
    { id: sha256(parts[0] as Uint8Array), sizeBytes: 64 * mebibyte, bytes: expect.any(Uint8Array) },
    { id: sha256(parts[1] as Uint8Array), sizeBytes: 1, bytes: expect.any(Uint8Array) },
  ]);
  const other = createMockService();
  other.restore(snapshot);
  expect(await Promise.all(addresses.map((address) => hashAt(address, other.fetch)))).toEqual(parts.map(sha256));
});

test("over HTTP a large state lists its recordings, and their bytes travel one by one", async () => {
  const from = await listening();
  const address = await upload(from.service, recordingOf(65 * mebibyte));
  const { body: state } = await from.control("GET", "/state");
  expect(recordingsIn(state)).toEqual([{ id: expect.any(String), sizeBytes: 65 * mebibyte }]);
  const to = await listening();
  const refused = await to.control("PUT", "/state", state);
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    expect.stringContaining("PUT /__mock__/recordings/"),
  ]);
  const [{ id = "" } = {}] = recordingsIn(state);
  const bytes = await (await fetch(`${from.url}/__mock__/recordings/${id}`)).arrayBuffer();
  expect((await fetch(`${to.url}/__mock__/recordings/${id}`, { method: "PUT", body: bytes })).status).toBe(200);
  expect((await to.control("PUT", "/state", state)).status).toBe(200);
  expect(await hashAt(`${to.url}${new URL(address).pathname}`)).toBe(id);
  await Promise.all([from.close(), to.close()]);
});

test("a large state says which bytes it leaves out, and the same text is taken while the service has them", async () => {
  const { service, url, control } = await listening();
  const small = await upload(service, recordingOf(1, 7));
  await upload(service, recordingOf(64 * mebibyte));
  const text = await (await fetch(`${url}/__mock__/state`)).text();
  const state = JSON.parse(text);
  const ids = recordingsIn(state).map(({ id }) => id);
  expect(state.leftOut).toEqual({
    recordings: ids,
    sizeBytes: 64 * mebibyte + 1,
    reason: expect.stringContaining("/__mock__/recordings/{id}"),
  });
  expect((await control("PUT", "/state", text)).status).toBe(200);
  expect(await hashAt(small)).toBe(sha256(recordingOf(1, 7)));
  await control("POST", "/reset");
  expect((await control("PUT", "/state", text)).status).toBe(400);
});

test("a state that has all bytes, and a snapshot in the process, leave out nothing", async () => {
  const { service, control } = await listening();
  await upload(service, recordingOf(3));
  expect((await control("GET", "/state")).body.leftOut).toBeUndefined();
  await upload(service, recordingOf(64 * mebibyte));
  expect(service.snapshot().leftOut).toBeUndefined();
  expect((await control("GET", "/state?bytes=none")).body.leftOut.recordings).toHaveLength(2);
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

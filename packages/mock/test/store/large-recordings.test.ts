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

test("a snapshot of more than 64 MiB of recordings names those it leaves out, and the service that has them takes it", async () => {
  const service = createMockService();
  const { addresses, ids, sizes } = await withRecordings(service, maxInlineBytes + 1);
  const snapshot = service.snapshot();
  expect(recordingsIn(snapshot).map(({ id }) => id)).toEqual(ids);
  expect(recordingsIn(snapshot).map(({ base64 }) => base64 !== undefined)).toEqual([true, false]);
  expect(snapshot.leftOut).toEqual({
    recordings: ids.slice(1),
    sizeBytes: sizes[1],
    reason: expect.stringContaining("still has these recordings"),
  });
  service.restore(snapshot);
  expect(await hashAt(addresses[1] ?? "", service.fetch)).toBe(ids[1]);
  service.reset();
  expect(() => service.restore(snapshot)).toThrow(/this service lacks the recording [0-9a-f]{12}…$/);
});

test("over HTTP a state without bytes lists its recordings, and the service that has them takes it", async () => {
  const { service, url, control } = await listening();
  const bytes = wav({ seconds: 3 });
  const address = await upload(service, bytes);
  expect((await control("GET", "/state")).body.leftOut).toBeUndefined();
  const { body: state } = await control("GET", "/state?bytes=none");
  const id = sha256(bytes);
  expect(recordingsIn(state)).toEqual([{ id, sizeBytes: bytes.length }]);
  expect(state.leftOut).toMatchObject({ recordings: [id], sizeBytes: bytes.length });
  expect((await control("PUT", "/state", state)).status).toBe(200);
  expect(await hashAt(`${url}${new URL(address).pathname}`)).toBe(id);
  const refused = await (await listening()).control("PUT", "/state", state);
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    expect.stringContaining("this service lacks the recording"),
  ]);
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

test("a body that does not say its length is not read at all", async () => {
  const service = createMockService();
  const { presignedUrl } = await grant(service);
  const { body, read } = zeros(2048 * mebibyte);
  const headers = { "content-type": "audio/wav" };
  const response = await service.fetch(presignedUrl, { method: "PUT", headers, body, duplex: "half" } as RequestInit);
  expect(response.status).toBe(501);
  expect(read.sizeBytes).toBeLessThan(8 * mebibyte);
  expect((await put(service, presignedUrl)).status).toBe(200);
});

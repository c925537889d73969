import { expect, test } from "vitest";
import { serve } from "../../src/adapters/server.js";
import { createMockService } from "../../src/index.js";
import { adapterOf } from "../../src/service.js";
import { RecordingInMemory, type RecordingWriter } from "../../src/store/recording-storage.js";
import { grant, put, upload } from "../support/flow.js";
import { wav } from "../support/wav.js";

test("a snapshot whose recording has other bytes than its id says is refused, and nothing changes", async () => {
  const service = createMockService();
  await upload(service);
  const snapshot = service.snapshot();
  const [recording] = snapshot.organizations[0]?.recordings ?? [];
  if (!recording) throw new Error("There is no recording.");
  const bytes = wav();
  bytes.fill(1, 44);
  const wrong = { ...recording, base64: Buffer.from(bytes).toString("base64") };
  const organizations = snapshot.organizations.map((each) => ({ ...each, recordings: [wrong] }));
  const other = createMockService();
  const before = other.snapshot().organizations;
  expect(() => other.restore({ ...snapshot, organizations })).toThrow(
    /^organizations\[0\]\.recordings\[0\]\.id: must be the SHA-256 of the bytes, which is [0-9a-f]{64}$/,
  );
  expect(other.snapshot().organizations).toEqual(before);
});

test("a large upload to serve() without a state file is not held in memory, and can be read after the server is closed", async () => {
  const service = createMockService();
  const { close } = await serve(service, { port: 0 });
  const overHttp = { ...service, addresses: service.addresses, fetch: globalThis.fetch };
  const { presignedUrl, publicUrl } = await grant(overHttp);
  const bytes = wav({ seconds: 700 });
  expect((await put(overHttp, presignedUrl, bytes)).status).toBe(200);
  const [row] = service.db.uploads.list();
  const stored = adapterOf(service).state.recordings.get(row?.recording?.sha256 ?? "");
  expect(stored).toBeDefined();
  expect(stored).not.toBeInstanceOf(RecordingInMemory);
  await close();
  expect((await (await service.fetch(publicUrl)).arrayBuffer()).byteLength).toBe(bytes.length);
});

/** Writes to memory; drops a recording that is there already once the test says so. */
function slowToDiscard() {
  const [reached, released] = [signal(), signal()];
  const writer = (): RecordingWriter => {
    const chunks: Uint8Array[] = [];
    return {
      write: (chunk) => void chunks.push(chunk),
      finish: (_, add) => add(new RecordingInMemory(chunks)),
      discard() {
        reached.give();
        return released.given;
      },
    };
  };
  return { writer, reached: reached.given, release: released.give };
}

function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

test("bytes that are there already stay when their first upload is replaced before the second one has ended", async () => {
  const service = createMockService();
  const [first, second] = [await grant(service), await grant(service)];
  const [bytes, others] = [wav({ seconds: 1 }), wav({ seconds: 2 })];
  await put(service, first.presignedUrl, bytes);
  const { writer, reached, release } = slowToDiscard();
  adapterOf(service).state.recordings.writeWith(writer);
  const secondPut = put(service, second.presignedUrl, bytes);
  await reached;
  await put(service, first.presignedUrl, others);
  release();
  expect((await secondPut).status).toBe(200);
  const kept = await service.fetch(second.publicUrl);
  expect([kept.status, (await kept.arrayBuffer()).byteLength]).toEqual([200, bytes.length]);
});

test("bytes that an upload replaces go, unless another upload has the same", async () => {
  const service = createMockService();
  const [first, second] = [await grant(service), await grant(service)];
  const ids = () => [...adapterOf(service).state.recordings.ids()].length;
  await put(service, first.presignedUrl, wav({ seconds: 1 }));
  await put(service, second.presignedUrl, wav({ seconds: 1 }));
  await put(service, first.presignedUrl, wav({ seconds: 2 }));
  expect(ids()).toBe(2);
  await put(service, second.presignedUrl, wav({ seconds: 2 }));
  expect(ids()).toBe(1);
});

import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { adapterOf } from "../../src/service.js";
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
    /^organizations\[0\]\.recordings\[0\]\.base64: must be the recording in base64, and its SHA-256 must be the id$/,
  );
  expect(other.snapshot().organizations).toEqual(before);
});

test("bytes that an upload replaces go, unless another upload has the same", async () => {
  const service = createMockService();
  const [first, second] = [await grant(service), await grant(service)];
  const ids = () => adapterOf(service).state.recordings.size;
  await put(service, first.presignedUrl, wav({ seconds: 1 }));
  await put(service, second.presignedUrl, wav({ seconds: 1 }));
  await put(service, first.presignedUrl, wav({ seconds: 2 }));
  expect(ids()).toBe(2);
  await put(service, second.presignedUrl, wav({ seconds: 2 }));
  expect(ids()).toBe(1);
});

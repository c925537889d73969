import { expect } from "vitest";
import { grant, put, upload } from "../support/flow.js";
import { createMockService, test } from "../support/specification.js";
import { wav } from "../support/wav.js";

test("section 4, Upload step: PUT of the raw bytes to `presignedUrl` succeeds without a bearer header", async () => {
  const service = createMockService();
  const { presignedUrl } = await grant(service);
  const response = await put(service, presignedUrl);
  expect(response.status).toBe(200);
  expect(response.headers.get("etag")).toMatch(/^"[0-9a-f]{64}"$/);
});

test("section 4, Upload step: `Content-Type` must be the audio's MIME type that was granted", async () => {
  const service = createMockService();
  const { presignedUrl } = await grant(service, "audio/mpeg");
  expect((await put(service, presignedUrl, wav(), "audio/wav")).status).toBe(403);
  expect((await put(service, presignedUrl, wav(), "Audio/MPEG")).status).toBe(200);
});

test("section 4, Upload step: the public address gives the bytes back under the type they came with", async () => {
  const service = createMockService();
  const bytes = wav({ seconds: 0.01 });
  const publicUrl = await upload(service, bytes);
  const response = await service.fetch(publicUrl);
  const head = await service.fetch(publicUrl, { method: "HEAD" });
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
  expect(response.headers.get("content-type")).toBe("audio/wav");
  expect([head.headers.get("content-length"), await head.text()]).toEqual([String(bytes.length), ""]);
});

test("section 4, Upload step: before the upload the public address answers 404", async () => {
  const service = createMockService();
  const { publicUrl } = await grant(service);
  const response = await service.fetch(publicUrl);
  expect(response.status).toBe(404);
  expect(await response.text()).toContain("<Code>NoSuchKey</Code>");
});

test("a second PUT within the lifetime of a grant replaces the recording", async () => {
  const service = createMockService();
  const { presignedUrl, publicUrl } = await grant(service);
  await put(service, presignedUrl, wav({ seconds: 1 }));
  await put(service, presignedUrl, wav({ seconds: 2 }));
  const response = await service.fetch(publicUrl);
  expect((await response.arrayBuffer()).byteLength).toBe(wav({ seconds: 2 }).length);
});

import { expect } from "vitest";
import { cutAfter, refuse, test } from "../support/recording-service.ts";
import { streamOf, temporaryFile, wavBytes } from "../support/recordings.ts";

const bytes = wavBytes(2_000_000);
const sizeBytes = bytes.byteLength;

test.for([
  ["bytes", () => bytes],
  ["a Blob", () => new Blob([bytes])],
  ["a file", () => ({ path: temporaryFile("call.wav", bytes) })],
  ["an { open }", () => ({ open: () => streamOf(bytes, 50_000), sizeBytes })],
] as const)("%s is sent again from the start after a cut connection", async ([, makeSource], { service }) => {
  service.answer("puts", cutAfter(500_000));
  await service.client().calls.upload(makeSource(), { filename: "call.wav" });
  expect(service.puts).toHaveLength(2);
  expect(service.puts[1]?.body.equals(bytes)).toBe(true);
});

test("a { stream } is sent once, and the error says why", async ({ service }) => {
  service.answer("puts", refuse(503));
  const upload = service.client().calls.upload({ stream: streamOf(bytes), sizeBytes }, { filename: "call.wav" });
  await expect(upload).rejects.toThrow("cannot be read again");
  expect(service.puts).toHaveLength(1);
});

test("a { stream } whose grant is refused is sent once, because it cannot be read again", async ({ service }) => {
  service.answer("puts", refuse(403, "AccessDenied"));
  const upload = service.client().calls.upload({ stream: streamOf(bytes), sizeBytes }, { filename: "call.wav" });
  await expect(upload).rejects.toMatchObject({ name: "UploadError", status: 403, storeCode: "AccessDenied" });
  expect(service.grants).toHaveLength(1);
});

test("a store that refuses without reading ends the upload at once", async ({ service }) => {
  service.answer("puts", ({ response }) => response.writeHead(400).end("<Code>EntityTooLarge</Code>"));
  const upload = service.client().calls.upload(wavBytes(16 * 1024 * 1024), { contentType: "audio/wav" });
  await expect(upload).rejects.toMatchObject({ name: "UploadError", status: 400, storeCode: "EntityTooLarge" });
});

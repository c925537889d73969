import { type FlowEvent, UploadError } from "@call-analysis/sdk";
import { expect } from "vitest";
import { failureOf } from "../support/failure-of.ts";
import { type Answer, cutAfter, refuse, test } from "./recording-service.js";
import { streamOf, temporaryFile, wavBytes } from "./recordings.js";

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

test.for([408, 429, 500, 502, 503])(
  "a store that answers %i is asked again with the same grant",
  async (status, { service }) => {
    service.answer("puts", refuse(status));
    await service.client().calls.upload(bytes);
    expect(service.grants).toHaveLength(1);
    expect(service.puts).toHaveLength(2);
  },
);

test("events and the log tell of the grant, of each pause before a further attempt, and of the end", async ({
  service,
}) => {
  service.answer("puts", refuse(503));
  const events: FlowEvent[] = [];
  const lines: string[] = [];
  const line = (text: string) => lines.push(text);
  const sdk = service.client({ logger: { debug: line, info: line, warn: line, error: line }, logLevel: "debug" });
  const named = { filename: "a.wav", contentType: "audio/x-wav" };
  await sdk.calls.upload(bytes, { ...named, onEvent: (event) => events.push(event) });
  expect(JSON.parse(String(service.grants[0]?.body))).toEqual(named);
  expect(events).toMatchObject([
    { type: "granting", ...named, sizeBytes },
    { type: "uploading", ...named, sizeBytes },
    { type: "retrying", stage: "upload", attempt: 1, error: { status: 503 } },
  ]);
  const ofUpload = lines.filter((text) => !text.includes("/presigned-url"));
  expect(ofUpload).toEqual([
    expect.stringMatching(/The upload of "a.wav": attempt 1 failed, the next one starts in \d+ ms\./),
    expect.stringMatching(/Stored a.wav with PUT .*\/store\/recording-1\?\[redacted\]$/),
  ]);
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
  const upload = service.client().calls.upload(wavBytes(16 * 1024 * 1024));
  await expect(upload).rejects.toMatchObject({ name: "UploadError", status: 400, storeCode: "EntityTooLarge" });
});

/** Answers with success once some of the body came, and reads no more of it. */
const successAfterSome =
  (status: number): Answer =>
  async ({ request, response }) => {
    for await (const _chunk of request.iterator({ destroyOnReturn: false })) break;
    response.writeHead(status).end();
  };

test("a success of the store before it has the whole recording is an UploadError", async ({ service }) => {
  service.answer("puts", successAfterSome(200), successAfterSome(201), successAfterSome(204));
  const file = new Blob([wavBytes(16 * 1024 * 1024)]);
  const progress: number[] = [];
  const options = { onProgress: ({ sentBytes }: { sentBytes: number }) => progress.push(sentBytes) };
  const error = await failureOf(service.client().calls.upload(file, options));
  expect(error).toBeInstanceOf(UploadError);
  // Each of the three is a success elsewhere, and would be taken for one here.
  expect(error).toMatchObject({ attempts: 3 });
  expect(String(error)).toContain("before the whole recording was sent");
  expect(Math.max(...progress)).toBeLessThan(16 * 1024 * 1024);
});

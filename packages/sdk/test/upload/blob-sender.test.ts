import { ConfigurationError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { blobSender } from "../../src/upload/send-by-fetch.js";
import { resolveRecording } from "../../src/upload/source.js";
import { streamOf, temporaryFile, wavBytes } from "./recordings.js";

const bytes = wavBytes(3_000);

test.each([
  ["a Blob", () => new Blob([bytes])],
  ["bytes", () => bytes],
  ["a file", () => ({ path: temporaryFile("call.wav", bytes) })],
  ["a stream", () => ({ stream: streamOf(bytes, 700), sizeBytes: 3_000 })],
] as const)("where a stream cannot be sent with its length, %s is sent as a Blob", async (_name, makeSource) => {
  const recording = await resolveRecording(makeSource(), { filename: "call.wav" });
  const sent: RequestInit[] = [];
  await blobSender.send(requestOf(recording, sent));
  const body = sent[0]?.body as Blob;
  expect(new Uint8Array(await body.arrayBuffer())).toEqual(bytes);
  expect(sent[0]).toMatchObject({ method: "PUT", redirect: "manual", headers: { "content-type": "audio/wav" } });
});

test("a stream of another size than announced is not sent as a Blob", async () => {
  const source = { stream: streamOf(bytes), sizeBytes: 2_999 };
  const recording = await resolveRecording(source, { filename: "call.wav" });
  const sent: RequestInit[] = [];
  await expect(blobSender.send(requestOf(recording, sent))).rejects.toBeInstanceOf(ConfigurationError);
  expect(sent).toHaveLength(0);
});

function requestOf(recording: Awaited<ReturnType<typeof resolveRecording>>, sent: RequestInit[]) {
  const fetch = async (_input: unknown, init: RequestInit = {}) => {
    sent.push(init);
    return new Response();
  };
  const { signal } = new AbortController();
  return {
    what: "PUT",
    url: "https://store.test/k",
    recording,
    fetch,
    isFirst: true,
    redact: String,
    signal,
    onSent: () => {},
  };
}

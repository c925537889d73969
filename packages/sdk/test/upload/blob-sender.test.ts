import { CallAnalysis, ConfigurationError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { senderFor } from "../../src/upload/put.js";
import { blobSender, streamSender } from "../../src/upload/send-by-fetch.js";
import { nodeHttpSender } from "../../src/upload/send-by-node-http.js";
import { xhrSender } from "../../src/upload/send-by-xhr.js";
import { resolveRecording } from "../../src/upload/source.js";
import { stubRuntime } from "../support/other-runtime.ts";
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
  const request = requestOf(recording, sent);
  await blobSender.send(request);
  const body = sent[0]?.body as Blob;
  expect(new Uint8Array(await body.arrayBuffer())).toEqual(bytes);
  const headers = { "content-type": "audio/wav" };
  expect(sent[0]).toMatchObject({ method: "PUT", redirect: "manual", headers });
  // An abort closes the connection.
  expect(sent[0]?.signal).toBe(request.signal);
});

test("a stream of another size than announced is not sent as a Blob", async () => {
  const source = { stream: streamOf(bytes), sizeBytes: 2_999 };
  const recording = await resolveRecording(source, { filename: "call.wav" });
  const sent: RequestInit[] = [];
  await expect(blobSender.send(requestOf(recording, sent))).rejects.toBeInstanceOf(ConfigurationError);
  expect(sent).toHaveLength(0);
});

test("an abort cancels a stream that is collected into a Blob, and hangs", async () => {
  const onCancel = vi.fn();
  const stream = new ReadableStream<Uint8Array>({ cancel: onCancel });
  const recording = await resolveRecording({ stream, sizeBytes: 3_000 }, { filename: "call.wav" });
  const controller = new AbortController();
  const sending = blobSender.send({ ...requestOf(recording, []), signal: controller.signal });
  controller.abort();
  await expect(sending).rejects.toThrow();
  expect(onCancel).toHaveBeenCalledOnce();
});

test.each([
  { on: "Node", versions: { node: "24" }, sender: streamSender },
  { on: "Node", versions: { node: "24" }, hasOwnFetch: true, sender: streamSender },
  { on: "Deno", versions: { node: "24", deno: "2" }, sender: nodeHttpSender },
  { on: "Deno", versions: { node: "24", deno: "2" }, hasOwnFetch: true, sender: blobSender },
  { on: "a page", versions: {}, sender: blobSender },
  { on: "a page", versions: {}, wantsProgress: true, sender: xhrSender },
  { on: "a page", versions: {}, wantsProgress: true, hasOwnFetch: true, sender: blobSender },
  { on: "a worker without XMLHttpRequest", versions: {}, wantsProgress: true, xhr: undefined, sender: blobSender },
])("on $on recordings go by the sender that can do most there", (row) => {
  const { versions, hasOwnFetch = false, wantsProgress = false, sender } = row;
  stubRuntime(versions);
  vi.stubGlobal("XMLHttpRequest", "xhr" in row ? row.xhr : class {});
  expect(senderFor({ hasOwnFetch, wantsProgress })).toBe(sender);
});

test("a fetch of the caller's own gets a Blob on Deno", async () => {
  stubRuntime({ node: "24", deno: "2" });
  const bodies: unknown[] = [];
  const grant = { key: "k", presignedUrl: "https://store.test/k", publicUrl: "https://store.test/k" };
  const fetch = async (_input: unknown, { method, body }: RequestInit = {}) => {
    if (method === "PUT") bodies.push(body);
    return Response.json({ data: grant });
  };
  await new CallAnalysis({ apiKey: "key", baseUrl: "https://api.test/v1", fetch }).calls.upload(new Blob([bytes]));
  expect(bodies).toEqual([expect.any(Blob)]);
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
    redact: String,
    signal,
    onSent: () => {},
  };
}

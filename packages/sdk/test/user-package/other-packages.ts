// What other packages make fits: their `fetch`, streams, and the Blob and File of `node:buffer`.
import { Blob, File } from "node:buffer";
import { createReadStream, openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import { CallAnalysis, type Fetch, type RecordingSource } from "@call-analysis/sdk";
import { spool } from "@call-analysis/sdk/node";
import { Agent, fetch as undiciFetch } from "undici";

const dispatcher = new Agent();
export const byUndici: Fetch = undiciFetch;
export const byGlobal: Fetch = fetch;
export const byAgent: Fetch = (url, init) => undiciFetch(url, { ...init, dispatcher });
export const client = new CallAnalysis({ fetch: undiciFetch });
export const another = new CallAnalysis({ fetch: (url, init) => fetch(url, init) });

export const blob: RecordingSource = new Blob(["RIFF"]);
export const file: RecordingSource = new File(["RIFF"], "call.wav");
export const part: RecordingSource = {
  open: () => Readable.toWeb(createReadStream("call.wav", { start: 44 })),
  sizeBytes: 1_000,
};

export async function send(request: Request, chunks: AsyncGenerator<Buffer>): Promise<void> {
  const { calls } = client;
  await calls.upload(await openAsBlob("call.wav"));
  await calls.upload(await request.blob());
  if (request.body) await calls.upload({ stream: request.body, sizeBytes: 1 });
  await calls.upload({ stream: Readable.toWeb(createReadStream("call.wav")), sizeBytes: 1 });
  await calls.upload(await spool(createReadStream("call.wav"), { filename: "call.wav" }));
  await calls.upload(await spool(chunks));
  // @ts-expect-error: a stream of node:stream is not a recording
  await calls.upload({ stream: createReadStream("call.wav"), sizeBytes: 1 });
  // @ts-expect-error: a string is not a recording
  await calls.upload("call.wav");
}

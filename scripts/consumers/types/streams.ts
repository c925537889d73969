// Streams as the README advises them. Compiled with the DOM library and without: each has its own type for web streams.
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { CallAnalysis, type RecordingSource } from "@call-analysis/sdk";
import { spool } from "@call-analysis/sdk/node";

const path = "call.wav";
const sizeBytes = 1_000;
const sdk = new CallAnalysis({ apiKey: "key" });

export const part: RecordingSource = {
  open: () => Readable.toWeb(createReadStream(path, { start: 44, end: 1_043 })),
  sizeBytes,
};

export async function run(body: ReadableStream<Uint8Array>, chunks: AsyncGenerator<Buffer>): Promise<void> {
  await sdk.calls.upload({ stream: Readable.toWeb(createReadStream(path)), sizeBytes });
  await sdk.calls.upload({ stream: body, sizeBytes });
  await sdk.calls.upload({ open: async () => body, sizeBytes });
  await sdk.calls.upload(await spool(createReadStream(path), { filename: path }));
  await sdk.calls.upload(await spool(body));
  await sdk.calls.upload(await spool(chunks));
  await using recording = await spool(Readable.toWeb(createReadStream(path)));
  await sdk.calls.analyzeFile({ file: recording, memberId: "mem_1", categoryId: "cat_1" });
  // @ts-expect-error: a stream of node:stream is not a recording
  await sdk.calls.upload({ stream: createReadStream(path), sizeBytes });
}

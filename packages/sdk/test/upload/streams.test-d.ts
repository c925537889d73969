import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { RecordingSource } from "@call-analysis/sdk";
import { expectTypeOf } from "vitest";
import type { RecordingStream } from "../../src/upload/stream.js";

// The stream that messages advise is taken, with the types of the DOM and those of Node side by side.
const toWeb = () => Readable.toWeb(createReadStream("call.wav", { start: 44 }));
expectTypeOf(toWeb).returns.toExtend<RecordingStream>();
expectTypeOf<{ open: typeof toWeb; sizeBytes: number }>().toExtend<RecordingSource>();
expectTypeOf<{ stream: ReturnType<typeof toWeb>; sizeBytes: number }>().toExtend<RecordingSource>();

// So are the platform's own streams of bytes, and of nothing else.
expectTypeOf<NonNullable<Response["body"]>>().toExtend<RecordingStream>();
expectTypeOf<ReadableStream<Uint8Array>>().toExtend<RecordingStream>();
expectTypeOf<ReadableStream<string>>().not.toExtend<RecordingStream>();
expectTypeOf<Readable>().not.toExtend<RecordingStream>();

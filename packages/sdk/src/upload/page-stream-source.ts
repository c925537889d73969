/** Recordings from streams in a page, which collects a stream, because it sends Blobs. For pages only. */
import { checkNames } from "../known-names.js";
import { check, fromZero } from "../rules.js";
import { fromCaller, type OpenedSource } from "./recording.js";
import type { StreamSource } from "./stream-source.js";

export function ofStreams(source: StreamSource): OpenedSource {
  const { sizeBytes } = source;
  const isRepeatable = "open" in source;
  checkNames("file", source, [isRepeatable ? "open" : "stream", "sizeBytes"]);
  check("file.sizeBytes", sizeBytes, fromZero);
  async function* read(signal: AbortSignal): ReturnType<OpenedSource["read"]> {
    const collect = async () => {
      // Streams of a page are the platform's.
      const stream = (isRepeatable ? await source.open() : source.stream) as ReadableStream<Uint8Array>;
      // The signal cancels the stream.
      return new Response(stream.pipeThrough(new TransformStream(), { signal })).arrayBuffer();
    };
    yield new Uint8Array(await fromCaller("file: reading the stream", collect));
  }
  return { sizeBytes, isRepeatable, read };
}

/** The recording is opened, read as it is sent, and closed, whatever sends it. */
import { bodyOf } from "./body.js";
import type { Sender, StoreRequest, StoreResponse } from "./store.js";

/** Sends a stream of the announced size. It never follows a redirect. */
export type PutStream = (
  request: StoreRequest,
  headers: Record<string, string>,
  stream: ReadableStream<Uint8Array>,
) => Promise<StoreResponse>;

/** A sender that holds no copy of the recording. Content-Length always: stores answer 501 to chunked bodies. */
export function streamingSender(put: PutStream): Sender {
  return { showsProgress: true, send: (request) => sendStream(request, put) };
}

async function sendStream(request: StoreRequest, put: PutStream): Promise<StoreResponse> {
  const { recording, signal, onSent } = request;
  const chunks = await recording.open();
  const close = () => void chunks.close();
  signal.addEventListener("abort", close);
  const body = bodyOf(chunks, recording.sizeBytes, onSent);
  const headers = { "content-type": recording.contentType, "content-length": String(recording.sizeBytes) };
  try {
    return await put(request, headers, body.stream);
  } catch (failure) {
    throw body.failure() ?? failure;
  } finally {
    signal.removeEventListener("abort", close);
    await chunks.close();
  }
}

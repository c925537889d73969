/** The PUT by `fetch`: as a stream where that can have a length, else as a Blob. */
import { connectionError } from "../http/connection.js";
import { isRedirect } from "../http/response.js";
import { bodyOf } from "./body.js";
import { blobOf } from "./sized-blob.js";
import { redirected, type Sender, type StoreAnswer, type StoreRequest } from "./store.js";

/** For Node and Bun: the recording is read as it is sent. Content-Length always: stores answer 501 to chunked bodies. */
export const streamSender: Sender = { showsProgress: true, send: sendStream };

/** For runtimes whose `fetch` cannot send a stream with its length. */
export const blobSender: Sender = { showsProgress: false, send: sendBlob };

async function sendStream(request: StoreRequest): Promise<StoreAnswer> {
  const { recording, signal, onSent } = request;
  const chunks = await recording.open();
  const close = () => void chunks.close();
  signal.addEventListener("abort", close);
  const body = bodyOf(chunks, recording.sizeBytes, onSent);
  const headers = { "content-length": String(recording.sizeBytes) };
  try {
    // "duplex" is asked for by fetch for streams, and not yet in TypeScript's library.
    return await put(request, headers, { body: body.stream, duplex: "half" } as RequestInit);
  } catch (failure) {
    throw body.failure() ?? failure;
  } finally {
    signal.removeEventListener("abort", close);
    await chunks.close();
  }
}

async function sendBlob(request: StoreRequest): Promise<StoreAnswer> {
  return put(request, {}, { body: await blobOf(request.recording) });
}

async function put(
  { what, url, recording, fetch, signal }: StoreRequest,
  headers: Record<string, string>,
  body: RequestInit,
): Promise<StoreAnswer> {
  try {
    const response = await fetch(url, {
      ...body,
      method: "PUT",
      headers: { "content-type": recording.contentType, ...headers },
      // Node's fetch keeps a copy of all it sends unless there is no window and redirects are errors.
      redirect: "error",
      window: null,
      credentials: "omit",
      signal,
    });
    return { status: response.status, text: await response.text(), isRedirect: isRedirect(response) };
  } catch (failure) {
    throw isRedirectFailure(failure) ? redirected(what, undefined) : connectionError(what, failure, failure);
  }
}

function isRedirectFailure(failure: unknown): boolean {
  const cause = failure instanceof Error ? failure.cause : undefined;
  return cause instanceof Error && /redirect/i.test(cause.message);
}

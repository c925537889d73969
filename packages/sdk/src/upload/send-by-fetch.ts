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
  const headers = { "content-type": recording.contentType, "content-length": String(recording.sizeBytes) };
  try {
    // "duplex" is asked for by fetch for streams, and not yet in TypeScript's library.
    const init = { headers, body: body.stream, duplex: "half" } as RequestInit;
    // Node's fetch keeps a copy of all it sends unless there is no window and redirects are errors.
    return await put(request, { ...init, redirect: "error", window: null });
  } catch (failure) {
    throw body.failure() ?? failure;
  } finally {
    signal.removeEventListener("abort", close);
    await chunks.close();
  }
}

async function sendBlob(request: StoreRequest): Promise<StoreAnswer> {
  const { recording } = request;
  const headers = { "content-type": recording.contentType };
  // "manual", for browsers do not tell a redirect that is an error from a connection that broke.
  return put(request, { headers, body: await blobOf(recording), redirect: "manual" });
}

async function put({ what, url, fetch, signal }: StoreRequest, init: RequestInit): Promise<StoreAnswer> {
  try {
    const response = await fetch(url, { ...init, method: "PUT", credentials: "omit", signal });
    const { status, headers } = response;
    return { status, headers, text: await response.text(), isRedirect: isRedirect(response) };
  } catch (failure) {
    throw isRedirectFailure(failure) ? redirected(what, undefined) : connectionError(what, failure, failure);
  }
}

function isRedirectFailure(failure: unknown): boolean {
  const cause = failure instanceof Error ? failure.cause : undefined;
  return cause instanceof Error && /redirect/i.test(cause.message);
}

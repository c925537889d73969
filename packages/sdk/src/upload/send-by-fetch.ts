/** The PUT by `fetch`: as a stream where that can have a length, else as a Blob. */
import { isRedirect, readErrorText } from "../request/response.js";
import { blobOf, streamingSender } from "./body.js";
import { redirected, type Sender, type StoreRequest, type StoreResponse, sendError } from "./store.js";

/** For Node and Bun, whose `fetch` sends a stream with the length in its headers. */
export const streamSender: Sender = streamingSender((request, headers, body) => {
  // fetch requires "duplex" for streams; TypeScript's library does not know it yet.
  // Node's fetch keeps a copy of all it sends unless there is no window and redirects are errors.
  return put(request, { headers, body, duplex: "half", redirect: "error", window: null } as RequestInit);
});

/** For runtimes whose `fetch` cannot send a stream with its length. */
export const blobSender: Sender = { reportsProgress: false, send: sendBlob };

async function sendBlob(request: StoreRequest): Promise<StoreResponse> {
  const { recording } = request;
  const headers = { "content-type": recording.contentType };
  // "manual": with "error", browsers report a redirect like a broken connection.
  return put(request, { headers, body: await blobOf(recording, request.signal), redirect: "manual" });
}

async function put(request: StoreRequest, init: RequestInit): Promise<StoreResponse> {
  const { what, url, fetch, redact, signal } = request;
  try {
    const response = await fetch(url, { ...init, method: "PUT", credentials: "omit", signal });
    const { status, headers } = response;
    return { status, headers, text: await readErrorText(response, redact), isRedirect: isRedirect(response) };
  } catch (failure) {
    throw isRedirectFailure(failure) ? redirected(what, undefined) : sendError(request, failure);
  }
}

/** Node says so in the cause, Bun in the error itself. */
function isRedirectFailure(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  return [failure, failure.cause].some(
    (error) => error instanceof Error && /unexpected ?redirect/i.test(error.message),
  );
}

/** The PUT by XMLHttpRequest: the one way that shows progress in browsers, and one that cannot refuse redirects. */
import { ConnectionError } from "../errors/request-errors.js";
import { abortError } from "../http/timers.js";
import { blobOf } from "./sized-blob.js";
import type { Sender, StoreRequest, StoreResponse } from "./store.js";

export const xhrSender: Sender = { showsProgress: true, send: sendXhr };

/** Whether there is an XMLHttpRequest here. */
export function canSendByXhr(): boolean {
  return typeof XMLHttpRequest === "function";
}

/** The browser sets Content-Length, from the Blob's size. */
async function sendXhr(request: StoreRequest): Promise<StoreResponse> {
  const blob = await blobOf(request.recording);
  if (request.signal.aborted) throw abortError(request.signal);
  return new Promise((resolve, reject) => exchange(request, blob, { resolve, reject }));
}

function exchange(
  { what, url, recording, signal, onSent }: StoreRequest,
  blob: Blob,
  { resolve, reject }: { resolve: (answer: StoreResponse) => void; reject: (error: Error) => void },
): void {
  const xhr = new XMLHttpRequest();
  const onAbort = () => xhr.abort();
  signal.addEventListener("abort", onAbort);
  xhr.upload.onprogress = ({ loaded }) => onSent(loaded);
  xhr.onload = () => resolve(answerOf(xhr, url));
  xhr.onerror = () => reject(broken(what));
  xhr.onabort = () => reject(abortError(signal, true));
  xhr.onloadend = () => signal.removeEventListener("abort", onAbort);
  xhr.open("PUT", url);
  xhr.setRequestHeader("content-type", recording.contentType);
  onSent(0);
  xhr.send(blob);
}

/** Redirects are followed by the browser before anyone is asked: they show in the address alone. */
function answerOf(xhr: XMLHttpRequest, url: string): StoreResponse {
  const isRedirect = xhr.responseURL !== "" && xhr.responseURL !== new URL(url).href.replace(/#.*$/, "");
  return { status: xhr.status, headers: headersOf(xhr), text: xhr.responseText, isRedirect };
}

function headersOf(xhr: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().split("\r\n").filter(Boolean)) {
    const colon = line.indexOf(":");
    headers.append(line.slice(0, colon), line.slice(colon + 1));
  }
  return headers;
}

/** Browsers tell pages nothing of why a request failed. */
function broken(what: string): ConnectionError {
  const message = `${what}: the connection broke, or the store does not allow this page (CORS). Check the browser's console.`;
  return new ConnectionError(message, { requestSent: true });
}

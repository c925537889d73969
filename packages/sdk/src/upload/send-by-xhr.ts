/**
 * The PUT by XMLHttpRequest. Nothing else shows progress in browsers: Chromium sends streams chunked, and over HTTP/2 alone. But
 * it cannot refuse redirects, which are found afterwards by the address that answered.
 */
import { ConnectionError } from "../errors/request-errors.js";
import { abortError, onAbortOf } from "../request/timers.js";
import { blobOf } from "./body.js";
import type { Sender, StoreRequest, StoreResponse } from "./store.js";

export const xhrSender: Sender = { reportsProgress: true, send: sendXhr };

/** Whether there is an XMLHttpRequest here. */
export function canSendByXhr(): boolean {
  return typeof XMLHttpRequest === "function";
}

/** The browser sets Content-Length, from the Blob's size. */
async function sendXhr({ what, url, recording, signal, onSent }: StoreRequest): Promise<StoreResponse> {
  const blob = await blobOf(recording, signal);
  if (signal.aborted) throw abortError(signal);
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const stopListening = onAbortOf(signal, () => xhr.abort());
    xhr.upload.onprogress = ({ loaded }) => onSent(loaded);
    xhr.onload = () => resolve(responseOf(xhr, url));
    xhr.onerror = () => reject(broken(what));
    xhr.onabort = () => reject(abortError(signal, true));
    xhr.onloadend = stopListening;
    xhr.open("PUT", url);
    xhr.setRequestHeader("content-type", recording.contentType);
    onSent(0);
    xhr.send(blob);
  });
}

/** The browser follows redirects without asking: only the address shows them. */
function responseOf(xhr: XMLHttpRequest, url: string): StoreResponse {
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

/** Browsers do not tell a page why a request failed. */
function broken(what: string): ConnectionError {
  const message = `${what}: the connection broke, or the store does not allow this page (CORS). Check the browser's console.`;
  return new ConnectionError(message, { requestSent: true });
}

/** Sends the PUT with XMLHttpRequest, because nothing else shows progress in browsers. */
import type { Put, Sender, StoreResponse } from "./put.js";

export const blobByXhr: Sender = {
  // Behind a service worker, such as that of msw, no progress events tell how much was sent.
  isAvailable: ({ hasOwnFetch }) =>
    !hasOwnFetch && typeof globalThis.XMLHttpRequest === "function" && !globalThis.navigator?.serviceWorker?.controller,
  showsProgress: true,
  send,
};

async function send({ url, recording, signal, onSent }: Put): Promise<StoreResponse> {
  // The browser sets Content-Length, from the Blob's size.
  const blob = await recording.asBlob(signal);
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    let takenBytes = 0;
    signal.addEventListener("abort", () => xhr.abort());
    xhr.upload.onprogress = ({ loaded }) => {
      takenBytes = loaded;
      onSent(loaded);
    };
    xhr.onload = () => resolve({ response: responseOf(xhr, url), isComplete: takenBytes === blob.size });
    xhr.onerror = () => reject(new Error("or the store's CORS rules block this page"));
    xhr.onabort = () => reject(signal.reason);
    xhr.open("PUT", url);
    xhr.setRequestHeader("content-type", recording.contentType);
    onSent(0);
    xhr.send(blob);
  });
}

function responseOf(xhr: XMLHttpRequest, url: string): StoreResponse["response"] {
  return {
    status: xhr.status,
    headers: { get: (name) => xhr.getResponseHeader(name) },
    text: async () => xhr.responseText,
    // The browser follows redirects without asking: only the address shows them.
    redirected: xhr.responseURL !== "" && xhr.responseURL !== new URL(url).href,
  };
}

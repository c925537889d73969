/** The PUT by `fetch`: as a stream where the runtime sends one with its length (Node, Bun), else as a Blob. */
import { sizedStreams } from "../runtime.js";
import { bodyOf, type Put, type Sender, type StoreResponse } from "./put.js";

export const streamByFetch: Sender = {
  showsProgress: true,
  async send(put) {
    const body = bodyOf(put);
    const { hasOwnFetch } = put.settings;
    try {
      const response = await putBody(put, {
        // Stores respond with 501 to bodies without a length.
        headers: { "content-type": put.recording.contentType, "content-length": String(put.recording.sizeBytes) },
        body: body.stream,
        duplex: "half",
        // Node's fetch keeps a copy of all it sends, unless there is no window and redirects are errors.
        redirect: hasOwnFetch ? "manual" : "error",
        window: null,
      });
      return { ...response, isComplete: body.isComplete() };
    } catch (failure) {
      throw body.failure() ?? failure;
    }
  },
};

export const blobByFetch: Sender = {
  showsProgress: false,
  async send(put) {
    const body = await put.recording.asBlob();
    const headers = { "content-type": put.recording.contentType };
    return { ...(await putBody(put, { headers, body, redirect: "manual" })), isComplete: true };
  },
};

/** Whether `fetch` sends a stream with a Content-Length here. */
export function streamsByFetch(): boolean {
  return sizedStreams() === "fetch";
}

async function putBody({ url, settings, signal }: Put, init: object): Promise<Omit<StoreResponse, "isComplete">> {
  const response = await settings.fetch(url, { ...init, method: "PUT", credentials: "omit", signal });
  const { type, redirected, status, headers } = response;
  const isRedirect = type === "opaqueredirect" || redirected || (status >= 300 && status < 400);
  return { status, headers, text: await response.text().catch(() => ""), isRedirect };
}

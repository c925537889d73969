/** The PUT by `fetch`: as a stream with its length where the runtime has one, else as a Blob. */
import { largestErrorBytes, readAtMost } from "../request/response.js";
import { fetchKeepsLength, fixedLengthStream, isBrowser } from "../runtime.js";
import { bodyOf, type Put, type Sender, type StoreResponse } from "./put.js";

/** On Node and Bun. */
export const streamByFetch: Sender = {
  isAvailable: fetchKeepsLength,
  showsProgress: true,
  send: (put) =>
    sendStream(put, (stream) => ({
      // Stores respond with 501 to bodies without a length.
      headers: { "content-type": put.recording.contentType, "content-length": String(put.recording.sizeBytes) },
      body: stream,
      // Node's fetch keeps a copy of all it sends, unless there is no window and redirects are errors.
      redirect: put.settings.hasOwnFetch ? "manual" : "error",
      window: null,
    })),
};

/** In Workers, whose `fetch` ignores the header. */
export const fixedLengthByFetch: Sender = {
  isAvailable: () => fixedLengthStream() !== undefined,
  showsProgress: true,
  send: (put) =>
    sendStream(put, (stream) => {
      const FixedLengthStream = fixedLengthStream();
      const fixed = FixedLengthStream && new FixedLengthStream(put.recording.sizeBytes);
      // What fails is in the outcome of `fetch`.
      if (fixed) stream.pipeTo(fixed.writable).catch(() => {});
      return { headers: { "content-type": put.recording.contentType }, body: fixed?.readable, redirect: "manual" };
    }),
};

export const blobByFetch: Sender = {
  isAvailable: () => true,
  showsProgress: false,
  async send(put) {
    const body = await put.recording.asBlob(put.signal);
    const headers = { "content-type": put.recording.contentType };
    return { ...(await putBody(put, { headers, body, redirect: "manual" })), isComplete: true };
  },
};

async function sendStream(put: Put, initOf: (stream: ReadableStream<Uint8Array>) => object): Promise<StoreResponse> {
  const body = bodyOf(put);
  try {
    const response = await putBody(put, { ...initOf(body.stream), duplex: "half" });
    return { ...response, isComplete: body.isComplete() };
  } catch (failure) {
    // `fetch` hides why its body failed.
    throw body.failure() ?? failure;
  }
}

async function putBody({ url, settings, signal }: Put, init: object): Promise<Omit<StoreResponse, "isComplete">> {
  // Without the cookies of the page. Workers refuse the option.
  const ofPage = isBrowser() && { credentials: "omit" as const };
  const response = await settings.fetch(url, { ...init, ...ofPage, method: "PUT", signal });
  const { type, redirected, status, headers } = response;
  const isRedirect = type === "opaqueredirect" || redirected || (status >= 300 && status < 400);
  return { status, headers, text: isRedirect ? "" : await textOf(response), isRedirect };
}

/** A response that breaks off has said with its status what happened. */
async function textOf(response: Response): Promise<string | undefined> {
  if (!response.body?.getReader) return response.text().catch(() => "");
  const { text, end } = await readAtMost(response.body, largestErrorBytes);
  return end === "cut" ? undefined : text;
}

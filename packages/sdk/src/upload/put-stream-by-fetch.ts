/** Sends the PUT of a stream and its length with `fetch`, on runtimes that can. For servers only. */
import { fetchKeepsLength, fixedLengthStream } from "../runtime.js";
import type { Put, Sender, StoreResponse } from "./put.js";
import { putByFetch } from "./put-by-fetch.js";
import { bodyOf } from "./recording-body.js";

/** Sends a stream on Node and Bun. */
export const streamByFetch: Sender = {
  isAvailable: fetchKeepsLength,
  showsProgress: true,
  send: (put) =>
    sendStream(put, (stream) => ({
      // Stores respond with 501 to bodies without a length.
      headers: { "content-type": put.recording.contentType, "content-length": String(put.recording.sizeBytes) },
      body: stream,
      // Node's fetch keeps a copy of all that it sends, for a second try, unless `window` is null and redirects are errors.
      redirect: put.settings.hasOwnFetch ? "manual" : "error",
      window: null,
    })),
};

/** Sends a stream in Workers, whose `fetch` ignores the Content-Length header. */
export const fixedLengthByFetch: Sender = {
  isAvailable: ({ hasOwnFetch }) => !hasOwnFetch && fixedLengthStream() !== undefined,
  showsProgress: true,
  send: (put) =>
    sendStream(put, (stream) => {
      const FixedLengthStream = fixedLengthStream();
      const fixed = FixedLengthStream && new FixedLengthStream(put.recording.sizeBytes);
      // The outcome of `fetch` has the failure.
      if (fixed) stream.pipeTo(fixed.writable).catch(() => {});
      return { headers: { "content-type": put.recording.contentType }, body: fixed?.readable, redirect: "manual" };
    }),
};

async function sendStream(put: Put, initOf: (stream: ReadableStream<Uint8Array>) => object): Promise<StoreResponse> {
  const body = bodyOf(put);
  try {
    const response = await putByFetch(put, { ...initOf(body.stream), duplex: "half" });
    return { response, isComplete: body.isComplete() };
  } catch (failure) {
    if (isRefusedRedirect(failure)) return { response: redirect, isComplete: false };
    // `fetch` hides why its body failed.
    throw body.failure() ?? failure;
  }
}

/** Matches the messages of Node and of Bun. */
function isRefusedRedirect(failure: unknown): boolean {
  const { message, cause } = Object(failure);
  return /unexpected ?redirect/i.test(`${message} ${Object(cause).message}`);
}

/** A redirect whose status the runtime does not show. */
const redirect: StoreResponse["response"] = {
  status: 0,
  type: "opaqueredirect",
  redirected: true,
  body: null,
  headers: { get: () => null },
  text: async () => "",
};

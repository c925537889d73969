/** Sends the PUT of a Blob with `fetch`. Every runtime can send a Blob with its length. */
import { isBrowser } from "../runtime.js";
import type { Put, Sender } from "./put.js";

export const blobByFetch: Sender = {
  isAvailable: () => true,
  showsProgress: false,
  async send(put) {
    const body = await put.recording.asBlob(put.signal);
    const headers = { "content-type": put.recording.contentType };
    return { response: await putByFetch(put, { headers, body, redirect: "manual" }), isComplete: true };
  },
};

export function putByFetch({ url, settings, signal }: Put, init: object): Promise<Response> {
  // Without the cookies of the page. Workers refuse the option.
  const ofPage = isBrowser() && { credentials: "omit" as const };
  return settings.fetch(url, { ...init, ...ofPage, method: "PUT", signal });
}

/** The PUT by `fetch`, of a Blob: every runtime can send one with its length. */
import { isRedirect, largestErrorBytes, readAtMost } from "../request/response.js";
import { isBrowser } from "../runtime.js";
import type { Put, Sender, StoreResponse } from "./put.js";

export const blobByFetch: Sender = {
  isAvailable: () => true,
  showsProgress: false,
  async send(put) {
    const body = await put.recording.asBlob(put.signal);
    const headers = { "content-type": put.recording.contentType };
    return { ...(await putByFetch(put, { headers, body, redirect: "manual" })), isComplete: true };
  },
};

export async function putByFetch(
  { url, settings, signal }: Put,
  init: object,
): Promise<Omit<StoreResponse, "isComplete">> {
  // Without the cookies of the page. Workers refuse the option.
  const ofPage = isBrowser() && { credentials: "omit" as const };
  const response = await settings.fetch(url, { ...init, ...ofPage, method: "PUT", signal });
  const { status, headers } = response;
  if (!isRedirect(response)) return { status, headers, text: await textOf(response), isRedirect: false };
  // Frees the connection.
  response.body?.cancel?.().catch(() => {});
  return { status, headers, text: "", isRedirect: true };
}

/** A response that breaks off has said with its status what happened. */
async function textOf(response: Response): Promise<string | undefined> {
  if (!response.body?.getReader) return response.text().catch(() => "");
  const { text, end } = await readAtMost(response.body, largestErrorBytes);
  return end === "cut" ? undefined : text;
}

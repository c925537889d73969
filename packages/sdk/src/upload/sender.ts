import { sizedStreams } from "../runtime.js";
import { blobSender, streamSender } from "./send-by-fetch.js";
import { nodeHttpSender } from "./send-by-node-http.js";
import { canSendByXhr, xhrSender } from "./send-by-xhr.js";
import type { Sender } from "./store.js";

/** What the way of sending depends on. */
export interface SenderOptions {
  /** A `fetch` of the caller's own is never gone around. */
  hasOwnFetch: boolean;
  /** Whether someone hears of the progress. */
  showsProgress: boolean;
}

/**
 * How recordings are sent here: read as they are sent where the runtime can do that with a length, else as a Blob
 * by `fetch`; but by XMLHttpRequest when a browser shall show progress.
 */
export function senderFor({ hasOwnFetch, showsProgress }: SenderOptions): Sender {
  const way = sizedStreams();
  if (way === "fetch") return streamSender;
  if (hasOwnFetch) return blobSender;
  if (way === "node:http") return nodeHttpSender;
  return showsProgress && canSendByXhr() ? xhrSender : blobSender;
}

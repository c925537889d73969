import { sendsSizedStreams } from "../runtime.js";
import { blobSender, streamSender } from "./send-by-fetch.js";
import { canSendByXhr, xhrSender } from "./send-by-xhr.js";
import type { Sender } from "./store.js";

/** What the way of sending depends on. */
export interface SenderNeeds {
  /** A `fetch` of the caller's own is never gone around. */
  hasOwnFetch: boolean;
  /** Whether someone hears of the progress. */
  showsProgress: boolean;
}

/** How recordings are sent here: by `fetch`, unless a browser shall show progress, which it does not there. */
export function senderFor({ hasOwnFetch, showsProgress }: SenderNeeds): Sender {
  if (sendsSizedStreams()) return streamSender;
  return showsProgress && !hasOwnFetch && canSendByXhr() ? xhrSender : blobSender;
}

import { sendsSizedStreams } from "../runtime.js";
import { blobSender, streamSender } from "./send-by-fetch.js";
import { canSendByXhr, xhrSender } from "./send-by-xhr.js";
import type { Sender } from "./store.js";

/** How recordings are sent here. A `fetch` of the caller's own is never gone around. */
export function senderFor({ hasOwnFetch }: { hasOwnFetch: boolean }): Sender {
  if (sendsSizedStreams()) return streamSender;
  return !hasOwnFetch && canSendByXhr() ? xhrSender : blobSender;
}

/**
 * Uploads as only servers can send them. In a build for pages, `for-pages.ts` takes its place: bundlers choose that build by the
 * condition "browser".
 */
import type { Sender } from "./put.js";
import { streamByNodeHttp } from "./put-by-node-http.js";
import { fixedLengthByFetch, streamByFetch } from "./put-stream-by-fetch.js";

export { ofFile } from "./file-source.js";

/** Ways that hold no copy of the recording. */
export const streamSenders: readonly Sender[] = [streamByFetch, fixedLengthByFetch, streamByNodeHttp];

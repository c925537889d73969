/**
 * Code that only servers need. In a build for browsers, `for-pages.ts` replaces it: bundlers choose that build by the
 * condition "browser".
 */
export { defaultPathSerializer } from "openapi-fetch";

import type { Sender } from "./upload/put.js";
import { streamByNodeHttp } from "./upload/put-by-node-http.js";
import { fixedLengthByFetch, streamByFetch } from "./upload/put-stream-by-fetch.js";

export { sha256 } from "./flow/sha256.js";
export { reasonOf } from "./request/failure-chain.js";
export { provesNothingSent } from "./request/nothing-sent.js";
export { isShort } from "./request/short-body.js";
export { fetchOnce } from "./request/unrepeatable-body.js";
export { ofFile } from "./upload/file-source.js";
export { ofStreams } from "./upload/stream-source.js";

/** The ways to send a recording without holding a copy of it. */
export const streamSenders: readonly Sender[] = [streamByFetch, fixedLengthByFetch, streamByNodeHttp];

/**
 * What only servers need. In a build for pages, `for-pages.ts` takes its place: bundlers choose that build by the condition
 * "browser".
 */
export { defaultPathSerializer } from "openapi-fetch";

import type { Sender } from "./upload/put.js";
import { streamByNodeHttp } from "./upload/put-by-node-http.js";
import { fixedLengthByFetch, streamByFetch } from "./upload/put-stream-by-fetch.js";

export { provesNothingSent } from "./request/nothing-sent.js";
export { unrepeatableBody } from "./request/unrepeatable-body.js";
export { ofFile } from "./upload/file-source.js";

/** Ways to send a recording that hold no copy of it. */
export const streamSenders: readonly Sender[] = [streamByFetch, fixedLengthByFetch, streamByNodeHttp];

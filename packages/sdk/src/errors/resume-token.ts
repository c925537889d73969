import type { CallInput } from "../contract/types.js";

/**
 * Where a recording's way can be taken up again, as JSON without secrets: keep it anywhere, and hand it
 * to `calls.resume()` in this or another process.
 */
export type ResumeToken = CreateToken | PollToken;

/** The recording is uploaded; the call is not known to be created. */
export interface CreateToken {
  version: 1;
  stage: "create";
  /** Whether the call may exist already: `POST /calls` was sent and nothing usable came back. */
  uncertain: boolean;
  call: Omit<CallInput, "date"> & { date?: string };
}

/** The call is created. */
export interface PollToken {
  version: 1;
  stage: "poll";
  callId: string;
}

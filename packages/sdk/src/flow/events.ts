/** What a flow reports while it runs. */
import type { CallStatus } from "../contract/types.js";
import type { FlowStage, ResumeToken } from "../errors/call-analysis-error.js";

/**
 * What happens to a recording and its call. `resume` is what `calls.resume()` takes to go on from there. Store the last
 * one, and no call is lost when the process dies: at `creating` the promise that your callback returns is waited for, as
 * long as the flow's signal and `deadlineMs` allow, and the call is sent after that.
 */
export type FlowEvent =
  | { type: "granting"; filename: string; contentType: string; sizeBytes: number }
  | { type: "uploading"; filename: string; contentType: string; sizeBytes: number }
  | { type: "uploaded"; publicUrl: string; sizeBytes: number; resume: ResumeToken }
  | { type: "creating"; resume: ResumeToken }
  /** The service has the call. Of one that a ledger knew, the status is not known yet. */
  | { type: "created"; callId: string; status?: CallStatus | undefined; resume: ResumeToken }
  | { type: "polling"; callId: string; status: CallStatus; poll: number }
  | (DelayEvent & StageOfDelay)
  | { type: "completed"; callId: string; status: CallStatus };

/** A failed attempt is followed by a pause, or a request waits for the pause that a 429 to its operation began. */
export type DelayEvent =
  | { type: "retrying"; attempt: number; pauseMs: number; error: unknown }
  | { type: "paused"; pauseMs: number };

/** While a creation waits, its token says whether an earlier attempt may have created the call. */
type StageOfDelay = { stage: "create"; resume: ResumeToken } | { stage: Exclude<FlowStage, "create"> };

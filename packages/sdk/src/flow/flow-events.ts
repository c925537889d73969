/** What a flow reports while it runs. */
import type { CallStatus } from "../contract/types.js";
import type { FlowStage, ResumeToken } from "../errors/call-analysis-error.js";

/**
 * What happens to a recording and its call. `resume` is what `calls.resume()` takes to go on from there: store
 * the last one, and no call is lost when the process dies.
 */
export type FlowEvent =
  | { type: "granting"; filename: string; contentType: string; sizeBytes: number }
  | { type: "uploading"; filename: string; contentType: string; sizeBytes: number }
  | { type: "uploaded"; publicUrl: string; sizeBytes: number; resume: ResumeToken }
  | { type: "creating"; resume: ResumeToken }
  | { type: "created"; callId: string; status: CallStatus; resume: ResumeToken }
  | { type: "polling"; callId: string; status: CallStatus; poll: number }
  | { type: "retrying"; stage: FlowStage; attempt: number; pauseMs: number; error: unknown }
  | { type: "completed"; callId: string; status: CallStatus };

/** Called with each event of a flow. What it throws never breaks the flow. */
export type OnEvent = (event: FlowEvent) => void;

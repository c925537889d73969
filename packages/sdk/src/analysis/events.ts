import type { CallStatus } from "../contract/types.js";
import type { FlowStage, ResumeToken } from "../errors/call-analysis-error.js";

/**
 * What happens on a recording's way. `resume` is what `calls.resume()` takes to go on from there: keep
 * the last one, and no call is lost when the process is.
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

/** Hears of a flow's events. What it throws never breaks the flow. */
export type OnEvent = (event: FlowEvent) => void;

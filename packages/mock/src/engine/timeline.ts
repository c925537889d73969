/**
 * How a call gets from `processing` to its end. A status is computed when somebody asks for it, from the
 * plan, the time and the answers given so far, so there are no timers and nothing to keep up to date.
 */
import type { CallStatus } from "@call-analysis/sdk";

/** What moves a call on: the answers given, the time that passed, nothing at all, or the test alone. */
export type Progression =
  | { mode: "polls"; processing: number; pending: number }
  | {
      mode: "time";
      processingMs: number;
      pendingMs: number;
      /** How far the times of a call may be off, as a share of them, 0 to 1; it follows from the seed. @default 0 */
      jitter?: number;
    }
  | { mode: "immediate" }
  | { mode: "manual" };

/** What is settled about a call's course when it is created. */
export interface AnalysisPlan {
  progression: Progression;
  /** When the request to create the call was answered; not the call's own `date`. */
  createdAtMs: number;
  /** How the call ends. */
  outcome: "completed" | "failed";
  /** A status that somebody forced; it stays whatever the progression says. */
  statusOverride?: CallStatus;
}

/**
 * The call's status at `nowMs`, after `polls` earlier answers.
 *
 * @param polls answers given before this one: with `polls` of 1 and 1, the first answer is `processing`,
 * the second `pending`, the third the end
 * @param failedStatus the status of a call whose analysis fails
 * @see section 3, "States and transitions", of the specification
 */
export function statusAt(plan: AnalysisPlan, nowMs: number, polls: number, failedStatus: string): CallStatus {
  if (plan.statusOverride !== undefined) return plan.statusOverride;
  const stage = stageOf(plan, nowMs, polls);
  if (stage !== "ended") return stage;
  return plan.outcome === "completed" ? "completed" : failedStatus;
}

type Stage = "processing" | "pending" | "ended";

function stageOf({ progression, createdAtMs }: AnalysisPlan, nowMs: number, polls: number): Stage {
  switch (progression.mode) {
    case "polls":
      return stageAfter(polls, progression.processing, progression.pending);
    case "time":
      return stageAfter(nowMs - createdAtMs, progression.processingMs, progression.pendingMs);
    case "immediate":
      return "ended";
    case "manual":
      return "processing";
  }
}

function stageAfter(passed: number, processing: number, pending: number): Stage {
  if (passed < processing) return "processing";
  return passed < processing + pending ? "pending" : "ended";
}

/**
 * A call's plan, and its status over time. Each read computes the status from the plan, the clock and the number of
 * earlier polls. So there are no timers, and nothing to keep up to date. `domain/analyses.ts` counts the polls.
 */
import type { CallStatus } from "@call-analysis/sdk";
import * as z from "zod";
import { durationSchema } from "../core/duration.js";
import { type CallEndDefinition, defaultFailure } from "./call-end.js";

const count = z.number().min(0);

/** Validates progressions that come from outside. */
export const progressionSchema = z.discriminatedUnion(
  "mode",
  [
    z.strictObject({ mode: z.literal("polls"), processing: count, pending: count }),
    z.strictObject({ mode: z.literal("time"), processingMs: durationSchema, pendingMs: durationSchema }),
    z.strictObject({ mode: z.literal("immediate") }),
    z.strictObject({ mode: z.literal("manual") }),
  ],
  {
    error: ({ input }) =>
      typeof input === "object" && input !== null
        ? "must be polls, time, immediate or manual"
        : 'must be an object, such as { mode: "immediate" }',
  },
);

/** How a call progresses: by polls, by time, immediately, or only when the test ends it. */
export type Progression = z.infer<typeof progressionSchema>;

/** The status of a new call. @see section 3, "States and transitions", of the specification */
export const statusOfNewCall = "processing";

/** The plan for a call's status, fixed when the call is created. */
export const planSchema = z.strictObject({
  progression: progressionSchema,
  /** When the call was created, by the service's clock; not the call's own `date`. */
  createdAtMs: z.number(),
  /** How the call ends. Missing if its recording decides. */
  outcome: z.enum(["completed", "failed"]).optional(),
  /** A status that overrides the progression: of a stalled call, or of a call that has ended for good. */
  statusOverride: z.string().optional(),
});

/** The plan for a call's status, fixed when the call is created. */
export type AnalysisPlan = Readonly<z.infer<typeof planSchema>>;

/**
 * Plans a call. If nothing else decides how it ends, its recording does. A magic input can also stall it as `pending`.
 */
export function planCall(
  { complete, fail, stall, afterMs, afterPolls }: Omit<CallEndDefinition, "stall"> & { stall?: true | "pending" },
  start: Pick<AnalysisPlan, "progression" | "createdAtMs">,
) {
  const isDecided = complete !== undefined || fail !== undefined || stall !== undefined;
  const plan: AnalysisPlan = {
    ...start,
    ...(afterMs !== undefined && { progression: { mode: "time", processingMs: afterMs, pendingMs: 0 } }),
    ...(afterPolls !== undefined && { progression: { mode: "polls", processing: afterPolls, pending: 0 } }),
    ...(isDecided && { outcome: fail === undefined ? "completed" : "failed" }),
    ...(stall && { statusOverride: stall === true ? statusOfNewCall : stall }),
  };
  return {
    plan,
    failureReason: fail === undefined ? null : reasonOf(fail),
    analysisOverrides: complete === undefined ? null : complete === true ? {} : complete,
  };
}

function reasonOf(fail: NonNullable<CallEndDefinition["fail"]>): string {
  if (fail === true) return defaultFailure;
  return typeof fail === "string" ? fail : (fail.reason ?? defaultFailure);
}

/**
 * The call's status at `nowMs`, after `polls` earlier polls.
 *
 * @param polls the number of earlier polls. If `processing` and `pending` are 1, the first poll returns `processing`,
 *   the second `pending`, and the third the final status
 * @param finalStatus the status of the call once it has ended
 * @see section 3, "States and transitions", of the specification
 */
export function statusAt(
  plan: AnalysisPlan,
  nowMs: number,
  { polls, finalStatus }: { polls: number; finalStatus: () => CallStatus },
): CallStatus {
  if (plan.statusOverride !== undefined) return plan.statusOverride;
  const stage = stageOf(plan, nowMs, polls);
  return stage === "ended" ? finalStatus() : stage;
}

/**
 * Latches the final status in the plan, so that it stays when the machine's clock is set back. Plans by polls do not
 * need this, because the poll count never decreases.
 */
export function latchStatus(plan: AnalysisPlan, finalStatus: CallStatus): AnalysisPlan {
  const { mode } = plan.progression;
  if ((mode !== "time" && mode !== "immediate") || plan.statusOverride !== undefined) return plan;
  return { ...plan, statusOverride: finalStatus };
}

/** When a call's status next changes by time alone. Null if never. */
export function nextChangeMs(plan: AnalysisPlan, nowMs: number): number | null {
  const { progression, createdAtMs, statusOverride } = plan;
  if (progression.mode !== "time" || statusOverride !== undefined) return null;
  const pendingFromMs = createdAtMs + progression.processingMs;
  const endedFromMs = pendingFromMs + progression.pendingMs;
  if (nowMs < pendingFromMs) return pendingFromMs;
  return nowMs < endedFromMs ? endedFromMs : null;
}

/** Whether a call that ends at once was already polled. Until then nobody has seen its end, and a test can set it. */
export function awaitsFirstPoll({ progression, statusOverride }: AnalysisPlan): boolean {
  return progression.mode === "immediate" && statusOverride === undefined;
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

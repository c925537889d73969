import * as z from "zod";
import type { Progression } from "./timeline.js";

const count = z.number().min(0);

/** The shape of a progression, for those that come from outside. */
export const progressionSchema: z.ZodType<Progression> = z.discriminatedUnion("mode", [
  z.strictObject({ mode: z.literal("polls"), processing: count, pending: count }),
  z.strictObject({
    mode: z.literal("time"),
    processingMs: count,
    pendingMs: count,
    jitter: z.number().min(0).max(1).optional(),
  }),
  z.strictObject({ mode: z.literal("immediate") }),
  z.strictObject({ mode: z.literal("manual") }),
]);

import * as z from "zod";
import type { Paths } from "../api/route.js";
import type { Clock } from "../core/clock.js";
import { jsonResponse, type ServiceResponse } from "../core/message.js";
import { invalidValue } from "../core/mock-service-error.js";
import { readControlBody } from "./control-body.js";

const advance = z.strictObject({ ms: z.number() });

/** Routes that tell and move the service's time. */
export function clockPaths(clock: Clock): Paths {
  return {
    "/clock": {
      GET: { access: "control", answer: () => timeOf(clock) },
    },
    "/clock/advance": {
      POST: {
        access: "control",
        async answer({ incoming }) {
          const { ms } = await readControlBody(incoming, advance);
          moveOn(clock, ms);
          return timeOf(clock);
        },
      },
    },
  };
}

function moveOn(clock: Clock, milliseconds: number): void {
  try {
    clock.advance(milliseconds);
  } catch (error) {
    if (error instanceof RangeError) throw invalidValue("ms", error.message);
    throw error;
  }
}

function timeOf(clock: Clock): ServiceResponse {
  const nowMs = clock.now();
  return jsonResponse(200, { now: new Date(nowMs).toISOString(), nowMs });
}

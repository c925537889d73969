import * as z from "zod";
import type { Clock } from "../../clock.js";
import { refuseValue } from "../../refusal.js";
import { type Answer, json } from "../exchange.js";
import type { Paths } from "../route.js";
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
    if (error instanceof RangeError) throw refuseValue("ms", error.message);
    throw error;
  }
}

function timeOf(clock: Clock): Answer {
  const nowMs = clock.now();
  return json(200, { now: new Date(nowMs).toISOString(), nowMs });
}

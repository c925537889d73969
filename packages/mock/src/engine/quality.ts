/** How well a call went, before any question is asked of it. It makes the parts of an analysis agree with each other. */
import { seededRandom } from "../core/random.js";
import type { DrawKeys } from "./key.js";

/** The average call: with it about two thirds of the points are reached. */
const averageQuality = 0.6;

/** How far the best and the weakest agent are from the average. */
const skillSpread = 0.08;

/** How far a single call may be from what its agent usually does. */
const callSpread = 0.4;

/** The quality of a call, 0 to 1: the agent's usual level, and the luck of the day. */
export function callQuality({ call, member }: DrawKeys): number {
  const skill = seededRandom(member, "skill").next() * 2 - 1;
  const quality = averageQuality + skillSpread * skill + callSpread * bell(call);
  return Math.min(1, Math.max(0, quality));
}

/** From -1 to 1, mostly near 0. */
function bell(key: string): number {
  const random = seededRandom(key, "quality");
  return ((random.next() + random.next() + random.next()) / 3) * 2 - 1;
}

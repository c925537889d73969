import type { Clock } from "../clock.js";
import type { EngineControls } from "../domain/engine-controls.js";
import type { RequestControls } from "../request-controls.js";
import type { Sandboxes } from "../sandboxes.js";
import type { ServiceState } from "../service-state.js";
import { clockPaths } from "./control/clock.js";
import { enginePaths } from "./control/engine.js";
import { faultPaths } from "./control/faults.js";
import { journalPaths } from "./control/journal.js";
import { type Overview, pagePaths } from "./control/page.js";
import { sandboxPaths } from "./control/sandboxes.js";
import { statePaths } from "./control/state.js";
import { json } from "./exchange.js";
import type { Paths } from "./route.js";

/** What the control interface works with. */
export interface ControlOptions {
  state: ServiceState;
  clock: Clock;
  engine: EngineControls;
  requests: RequestControls;
  overview: () => Overview;
  /** Undefined for a sandbox, which has none of its own. */
  sandboxes: Sandboxes | undefined;
}

/** Routes by which the fake itself is looked after, over HTTP. Whoever reaches them may use them: the door decides. */
export function controlPaths({ state, clock, engine, requests, overview, sandboxes }: ControlOptions): Paths {
  return {
    "/health": { GET: { access: "control", answer: () => json(200, { status: "ok" }) } },
    ...statePaths(state),
    ...clockPaths(clock),
    ...enginePaths(engine),
    ...faultPaths(requests.faults),
    ...journalPaths(requests.journal),
    ...pagePaths(overview),
    ...(sandboxes ? sandboxPaths(sandboxes) : {}),
  };
}

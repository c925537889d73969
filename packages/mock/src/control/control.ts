import type { Paths } from "../api/route.js";
import type { Clock } from "../core/clock.js";
import { jsonResponse } from "../core/message.js";
import type { EngineControls } from "../domain/engine-controls.js";
import type { RequestControls } from "../request-controls.js";
import type { ServiceState } from "../service-state.js";
import { clockPaths } from "./clock.js";
import { enginePaths } from "./engine.js";
import { faultPaths } from "./faults.js";
import { journalPaths } from "./journal.js";
import { type Overview, pagePaths } from "./page.js";
import { sandboxPaths } from "./sandbox-routes.js";
import type { Sandboxes } from "./sandboxes.js";
import { statePaths } from "./state.js";

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
    "/health": { GET: { access: "control", answer: () => jsonResponse(200, { status: "ok" }) } },
    ...statePaths(state),
    ...clockPaths(clock),
    ...enginePaths(engine),
    ...faultPaths(requests.faults),
    ...journalPaths(requests.journal),
    ...pagePaths(overview),
    ...(sandboxes ? sandboxPaths(sandboxes) : {}),
  };
}

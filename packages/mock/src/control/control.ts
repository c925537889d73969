/** The control interface: routes to read and change the fake over HTTP. */
import * as z from "zod";
import type { ControlRoute, Paths } from "../api/route.js";
import { parseJson, readBytes } from "../core/body.js";
import type { Clock } from "../core/clock.js";
import { jsonResponse, jsonTextResponse } from "../core/message.js";
import { invalidValue } from "../core/mock-service-error.js";
import type { Policies } from "../core/policies.js";
import type { EngineControls } from "../domain/engine-controls.js";
import type { Faults } from "../interception/faults.js";
import type { JournalMatch } from "../journal/entry.js";
import type { Journal } from "../journal/journal.js";
import type { ServiceState } from "../state.js";
import { controlRoute } from "./control-route.js";
import { enginePaths } from "./engine-routes.js";
import type { Overview } from "./page/overview.js";
import { pageText } from "./page/page.js";
import { recordingPaths } from "./recording-routes.js";
import { type Sandboxes, sandboxPaths } from "./sandboxes.js";

/** What the control interface depends on. */
export interface ControlDependencies {
  state: ServiceState;
  policies: Policies;
  clock: Clock;
  engine: EngineControls;
  faults: Faults;
  journal: Journal;
  overview: () => Overview;
  /** Undefined for a sandbox, which has none of its own. */
  sandboxes: Sandboxes | undefined;
}

/** The routes of the control interface. The HTTP server decides who may use them. */
export function controlPaths(dependencies: ControlDependencies): Paths {
  const { state, policies, clock, engine, faults, journal, overview, sandboxes } = dependencies;
  return {
    "/": { GET: pageRoute(overview) },
    "/health": { GET: controlRoute({ respond: () => undefined }) },
    ...statePaths(state),
    ...recordingPaths(state.recordings, policies),
    ...clockPaths(clock),
    ...enginePaths(engine),
    ...faultPaths(faults),
    ...journalPaths(journal),
    ...(sandboxes ? sandboxPaths(sandboxes) : {}),
  };
}

function pageRoute(overview: () => Overview): ControlRoute {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "cache-control": "no-store",
  };
  return { access: "control", respond: () => ({ status: 200, headers, body: pageText(overview()) }) };
}

/** Routes that read and replace everything that the service keeps. */
function statePaths(state: ServiceState): Paths {
  return {
    "/reset": { POST: controlRoute({ respond: () => void state.reset() }) },
    "/state": {
      GET: { access: "control", respond: () => jsonTextResponse(200, state.snapshotText()) },
      PUT: {
        access: "control",
        // There is no limit to its size: a state contains the recordings.
        async respond({ received }) {
          state.restore(parseJson(await readBytes(received, null)));
          return jsonResponse(200, { status: "ok" });
        },
      },
    },
  };
}

/** Routes that read and move the service's time. */
function clockPaths(clock: Clock): Paths {
  const time = () => {
    const nowMs = clock.now();
    return { now: new Date(nowMs).toISOString(), nowMs };
  };
  return {
    "/clock": { GET: controlRoute({ respond: time }) },
    "/clock/advance": {
      POST: controlRoute({
        body: z.strictObject({ ms: z.number() }),
        respond({ body }) {
          advance(clock, body.ms);
          return time();
        },
      }),
    },
  };
}

function advance(clock: Clock, milliseconds: number): void {
  try {
    clock.advance(milliseconds);
  } catch (error) {
    if (error instanceof RangeError) throw invalidValue("ms", error.message);
    throw error;
  }
}

/** Routes that inject and remove faults. */
function faultPaths(faults: Faults): Paths {
  return {
    "/faults": {
      // Any JSON is taken here: `inject` checks it.
      POST: controlRoute({ body: z.unknown(), status: 201, respond: ({ body }) => void faults.inject(body) }),
      DELETE: controlRoute({ respond: () => void faults.clear() }),
    },
  };
}

/** Routes that show requests and responses. A query such as `?operation=createCall&status=202` chooses entries. */
function journalPaths(journal: Journal): Paths {
  return {
    "/journal": {
      GET: controlRoute({ respond: ({ query }) => ({ entries: journal.find(matchOf(query)) }) }),
      DELETE: controlRoute({ respond: () => void journal.clear() }),
    },
    "/journal.har": { GET: controlRoute({ respond: () => journal.toHar() }) },
  };
}

/** Every field is a text, except the status. */
function matchOf(query: URLSearchParams): JournalMatch {
  return Object.fromEntries([...query].map(([field, text]) => [field, field === "status" ? Number(text) : text]));
}

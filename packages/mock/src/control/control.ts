/** The control interface: routes to read and change the fake over HTTP. */
import { schemas } from "@call-analysis/sdk/schemas";
import * as z from "zod";
import type { ControlRoute, Paths } from "../api/route.js";
import type { Addresses } from "../core/addresses.js";
import { parseJson, readBytes } from "../core/body.js";
import type { Clock } from "../core/clock.js";
import { jsonResponse, jsonTextResponse } from "../core/message.js";
import { invalidValue } from "../core/mock-service-error.js";
import type { Policies } from "../core/policies.js";
import type { EngineControls } from "../domain/engine-controls.js";
import type { Journal } from "../journal/journal.js";
import type { SeedData, ServiceState } from "../state.js";
import { UniqueKeyError } from "../store/table.js";
import type { CallList } from "./call-list.js";
import { controlRoute } from "./control-route.js";
import { documentPaths } from "./document-routes.js";
import { enginePaths } from "./engine-routes.js";
import { type ControlEvents, eventRoute } from "./events.js";
import { type Interceptions, interceptionPaths } from "./interception-routes.js";
import { journalPaths } from "./journal-routes.js";
import type { Overview } from "./page/overview.js";
import { pageResponse, pageText } from "./page/page.js";
import { recordingPaths } from "./recording-routes.js";
import { type Sandboxes, sandboxPaths } from "./sandboxes.js";

/** What the control interface depends on. */
export interface ControlDependencies {
  state: ServiceState;
  policies: Policies;
  clock: Clock;
  engine: EngineControls;
  calls: CallList;
  interceptions: Interceptions;
  journal: Journal;
  events: ControlEvents;
  addresses: () => Addresses;
  overview: () => Overview;
  /** Undefined for a sandbox, which has none of its own. */
  sandboxes: Sandboxes | undefined;
}

/** The routes of the control interface. The HTTP server decides who may use them. */
export function controlPaths(dependencies: ControlDependencies): Paths {
  const { state, policies, clock, engine, calls, interceptions, journal, events, addresses, overview, sandboxes } =
    dependencies;
  return {
    "": { GET: redirectRoute },
    "/": { GET: pageRoute(overview) },
    "/health": { GET: controlRoute({ respond: () => undefined }) },
    ...statePaths(state),
    ...recordingPaths(state.recordings, policies),
    ...clockPaths(clock),
    ...enginePaths(engine, calls),
    ...interceptionPaths(interceptions),
    ...journalPaths(journal),
    "/events": { GET: eventRoute(events) },
    ...documentPaths(addresses),
    ...(sandboxes ? sandboxPaths(sandboxes) : {}),
  };
}

/** Relative, so that it is right behind every address: to the page, whose own path ends with a slash. */
const redirectRoute: ControlRoute = {
  access: "control",
  respond: () => ({ status: 307, headers: { location: "__mock__/" }, body: null }),
};

function pageRoute(overview: () => Overview): ControlRoute {
  return { access: "control", respond: () => pageResponse(pageText(overview())) };
}

/** Routes that read and replace everything that the service keeps. */
function statePaths(state: ServiceState): Paths {
  return {
    "/reset": { POST: controlRoute({ respond: () => void state.reset() }) },
    "/seed": { POST: controlRoute<SeedData>({ body: seedSchema, respond: ({ body }) => addSeed(state, body) }) },
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

const seedSchema: z.ZodType<SeedData> = z.strictObject({
  organization: z.string().optional(),
  agents: z.array(z.strictObject({ name: z.string(), email: z.string(), image: z.string().optional() })).optional(),
  categories: z.array(schemas.CategoryDetail).optional(),
  campaigns: z.array(z.strictObject({ id: z.string(), name: z.string() })).optional(),
  calls: z.array(schemas.CreateCallRequest).optional(),
});

/** @throws {MockServiceError} "invalid-input" when there is no such organization, or an id is taken */
function addSeed(state: ServiceState, seed: SeedData): undefined {
  try {
    state.seed(seed);
  } catch (error) {
    if (error instanceof RangeError) throw invalidValue("organization", error.message);
    if (error instanceof UniqueKeyError) throw invalidValue("", error.message);
    throw error;
  }
}

/** Routes that read and move the service's time. */
function clockPaths(clock: Clock): Paths {
  const time = () => {
    const nowMs = clock.now();
    return { now: new Date(nowMs).toISOString(), nowMs };
  };
  return {
    "/clock": {
      GET: controlRoute({ respond: time }),
      PUT: controlRoute({
        body: z.strictObject({
          now: z.iso.datetime({ offset: true, error: "must be a time in ISO 8601, with a zone" }),
        }),
        respond({ body }) {
          move("now", () => clock.set(body.now));
          return time();
        },
      }),
    },
    "/clock/advance": {
      POST: controlRoute({
        body: z.strictObject({ ms: z.number() }),
        respond({ body }) {
          move("ms", () => clock.advance(body.ms));
          return time();
        },
      }),
    },
  };
}

/** @throws {MockServiceError} "invalid-input" when the clock cannot go there */
function move(field: string, moveClock: () => void): void {
  try {
    moveClock();
  } catch (error) {
    if (error instanceof RangeError) throw invalidValue(field, error.message);
    throw error;
  }
}

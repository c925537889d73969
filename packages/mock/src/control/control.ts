/** The control interface: routes to read and change the fake over HTTP. */
import * as z from "zod";
import type { ControlRoute, Paths } from "../api/route.js";
import type { Addresses } from "../core/addresses.js";
import { parseJson, readBytes } from "../core/body.js";
import { mustBeOneOf, oneOf } from "../core/check-shape.js";
import { type Clock, isoOf, isoTime } from "../core/clock.js";
import { jsonTextResponse } from "../core/message.js";
import { invalidValue } from "../core/mock-service-error.js";
import type { Analyses } from "../domain/analyses.js";
import type { EngineControls } from "../domain/engine-controls.js";
import type { Organizations } from "../domain/organizations.js";
import type { Recordings } from "../domain/recordings.js";
import type { Journal } from "../journal/journal.js";
import { scenarioNames } from "../scenarios/scenarios.js";
import type { SeedData } from "../scenarios/seed-schema.js";
import type { ServiceState } from "../state.js";
import type { Store } from "../store/store.js";

import { controlRoute, refusing } from "./control-route.js";
import { enginePaths } from "./engine-routes.js";
import { type ControlEvents, eventRoute } from "./events.js";
import { journalPaths } from "./journal-routes.js";
import { type RuleRouteDependencies, rulePaths } from "./rule-routes.js";
import { viewPaths } from "./view-routes.js";

/** What the control interface depends on. */
export interface ControlDependencies extends RuleRouteDependencies {
  state: ServiceState;
  store: Store;
  clock: Clock;
  engine: EngineControls;
  analyses: Analyses;
  organizations: Organizations;
  recordings: Recordings;
  /** The routes of the external interface. */
  external: Paths;
  journal: Journal;
  events: ControlEvents;
}

/** The routes of the control interface. The HTTP server decides who may use them. */
export function controlPaths(dependencies: ControlDependencies): Paths {
  const { state, store, clock, engine, analyses, organizations } = dependencies;
  const { journal, events } = dependencies;
  return {
    "": { GET: redirectRoute },
    "/": { GET: pageRoute },
    "/health": { GET: controlRoute({ respond: () => undefined }) },
    ...statePaths(state),
    ...clockPaths(clock, analyses),
    ...enginePaths(engine, { store, analyses }),
    "/organizations": { GET: controlRoute({ respond: () => listedOrganizations(organizations, store) }) },
    ...viewPaths(dependencies),
    ...rulePaths(dependencies),
    ...journalPaths(journal),
    "/events": { GET: eventRoute(events) },
    // Each document is loaded when it is first asked for: most services never are.
    "/openapi.json": documentRoute(() => import("@call-analysis/sdk/openapi.json"), "baseUrl"),
    "/campaigns.openapi.json": documentRoute(
      () => import("@call-analysis/sdk/campaigns.openapi.json"),
      "campaignBaseUrl",
    ),
  };
}

/** Relative, so that it is right behind every address: to the page, whose own path ends with a slash. */
const redirectRoute: ControlRoute = {
  access: "control",
  query: "any",
  respond: () => ({ status: 307, headers: { location: "__mock__/" }, body: null }),
};

/** The HTTP server puts the console in its place, when the console was built. It has no data, so it needs no token. */
const pageRoute: ControlRoute = {
  access: "control",
  query: "any",
  respond: () => ({
    status: 200,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
    body: "The web console is not here: the installed command serves it, npx call-analysis-mock.\n",
  }),
};

/** The organizations, each with its campaigns, which no operation lists, and a key for who controls the fake. */
function listedOrganizations(organizations: Organizations, store: Store) {
  const campaignsOf = (id: string) =>
    store.campaigns.listOf(id).map(({ id: campaignId, name }) => ({ id: campaignId, name }));
  return {
    organizations: store.organizations.list().map(({ id, name }) => {
      return { id, name, key: organizations.controlKeys.get(name), campaigns: campaignsOf(id) };
    }),
  };
}

/** A document of an interface, with the address by which it is asked for. */
function documentRoute(
  load: () => Promise<{ default: object }>,
  address: "baseUrl" | "campaignBaseUrl",
): Paths[string] {
  const respond = async ({ addresses }: { addresses: Addresses }) => {
    return { ...(await load()).default, servers: [{ url: addresses[address] }] };
  };
  return { GET: controlRoute({ respond }) };
}

/** Routes that read and replace everything that the service keeps. */
function statePaths(state: ServiceState): Paths {
  return {
    "/reset": { POST: controlRoute({ body: resetSchema, respond: ({ body }) => void state.reset(body) }) },
    "/seed": {
      POST: controlRoute({
        // Any JSON is taken here: `seed` checks it.
        body: z.unknown() as z.ZodType<SeedData>,
        respond: ({ body }) =>
          refusing(
            () => void state.seed(body),
            (message) => invalidValue("organization", message),
          ),
      }),
    },
    "/state": {
      GET: {
        access: "control",
        query: { bytes: oneOf(["none"]) },
        respond: ({ query }) => jsonTextResponse(200, state.snapshotText({ withBytes: query.get("bytes") !== "none" })),
      },
      PUT: controlRoute({
        // There is no limit to its size: a state contains the recordings.
        respond: async ({ received }) => void state.restore(parseJson(await readBytes(received, null))),
      }),
    },
  };
}

const scenarioName = oneOf(scenarioNames);

/** The name of a scenario, or several. */
const scenarioSchema = z.union([scenarioName, z.array(scenarioName)], {
  error: ({ input }) => mustBeOneOf(input, scenarioNames),
});

const resetSchema = z.strictObject({ scenario: scenarioSchema.optional() });

/** Routes that read and move the service's time. */
function clockPaths(clock: Clock, analyses: Analyses): Paths {
  const time = () => {
    const nowMs = clock.now();
    return { now: isoOf(nowMs), nowMs, speed: clock.speed, nextChangeAt: isoOf(analyses.nextChangeMs()) };
  };
  /** @throws {MockServiceError} "invalid-input" when the clock cannot go there */
  const moved = (field: string, move: () => void) => {
    refusing(move, (message) => invalidValue(field, message));
    return time();
  };
  const target = z.strictObject({ now: isoTime });
  const step = z.strictObject({ ms: z.number() });
  return {
    "/clock": {
      GET: controlRoute({ respond: time }),
      PUT: controlRoute({ body: target, respond: ({ body: { now } }) => moved("now", () => clock.set(now)) }),
    },
    "/clock/advance": {
      POST: controlRoute({ body: step, respond: ({ body: { ms } }) => moved("ms", () => clock.advance(ms)) }),
    },
  };
}

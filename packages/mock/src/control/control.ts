/** The control interface: routes to read and change the fake over HTTP. */
import * as z from "zod";
import type { ControlRoute, OperationRoute } from "../api/route.js";
import { publicUrlSchema } from "../core/addresses.js";
import { parseJson, readBytes } from "../core/body.js";
import { mustBeOneOf, oneOf } from "../core/check-shape.js";
import { isoOf, isoTime } from "../core/clock.js";
import { jsonTextResponse, type ServiceResponse } from "../core/message.js";
import { found } from "../core/mock-service-error.js";
import { nextStatusChangeMs } from "../domain/analyses.js";
import type { Domain } from "../domain/domain.js";
import type { EngineControls } from "../domain/engine-controls.js";
import type { Organizations } from "../domain/organizations.js";
import type { Journal } from "../journal/journal.js";
import type { Rules } from "../rules/rules.js";
import { scenarioNames } from "../scenarios/scenarios.js";
import type { SeedData } from "../scenarios/seed-schema.js";
import type { ServiceState } from "../state.js";
import type { Store } from "../store/store.js";
import { callRoutes } from "./call-routes.js";
import { controlRoute, plainRoute } from "./control-route.js";
import { type ControlEvents, eventRoute } from "./events.js";
import { journalRoutes } from "./journal-routes.js";
import { ruleRoutes } from "./rule-routes.js";
import { viewRoutes } from "./view-routes.js";

/** The dependencies of the control interface. */
export interface ControlDependencies {
  domain: Domain;
  engine: EngineControls;
  state: ServiceState;
  organizations: Organizations;
  operations: readonly OperationRoute[];
  rules: Rules;
  journal: Journal;
  events: ControlEvents;
}

/** The routes of the control interface. The HTTP server decides who may use them. */
export function controlRoutes(dependencies: ControlDependencies): ControlRoute[] {
  const { domain, engine, operations, state, organizations, rules, journal, events } = dependencies;
  return [
    // Relative, so that it is right behind every address: to the page, whose own path ends with a slash.
    page("", { status: 307, headers: { location: "__mock__/" }, body: null }),
    // The HTTP server puts the console in its place, when the console was built. It has no data, so it needs no token.
    page("/", { status: 200, headers: textHeaders, body: noConsole }),
    controlRoute("GET /health", () => undefined),
    ...stateRoutes(state),
    ...clockRoutes(domain),
    ...callRoutes(domain, engine),
    controlRoute("GET /organizations", () => listedOrganizations(organizations, domain.store)),
    controlRoute(
      "PUT /public-url",
      ({ request: { moveTo }, body }) => {
        found(moveTo, "server")(body.url);
        return body;
      },
      { body: z.strictObject({ url: publicUrlSchema }) },
    ),
    ...viewRoutes(organizations, operations),
    ...ruleRoutes(rules),
    ...journalRoutes(journal),
    eventRoute(events, journal),
    // Each document is loaded when it is first asked for: most services never are.
    controlRoute("GET /openapi.json", async ({ addresses }) => ({
      ...(await import("@call-analysis/sdk/openapi.json")).default,
      servers: [{ url: addresses.baseUrl }],
    })),
    controlRoute("GET /campaigns.openapi.json", async ({ addresses }) => ({
      ...(await import("@call-analysis/sdk/campaigns.openapi.json")).default,
      servers: [{ url: addresses.campaignBaseUrl }],
    })),
  ];
}

/** A route that accepts any query, because the page reads its own. */
function page(path: string, response: ServiceResponse): ControlRoute {
  return { address: "controlUrl", method: "GET", path, respond: () => response };
}

const textHeaders = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };

const noConsole = "This build has no web console. Run npx call-analysis-mock to get it.\n";

/** The organizations, each with its campaigns, which no operation lists, and a key for the console. */
function listedOrganizations({ controlKeys }: Organizations, { organizations, campaigns }: Store) {
  const campaignsOf = (organizationId: string) =>
    campaigns.listOf(organizationId).map(({ id, name }) => ({ id, name }));
  return {
    organizations: organizations
      .list()
      .map(({ id, name }) => ({ id, name, key: controlKeys.get(name), campaigns: campaignsOf(id) })),
  };
}

/** The name of a scenario, or several names. */
const scenario = z.union([oneOf(scenarioNames), z.array(oneOf(scenarioNames))], {
  error: ({ input }) => mustBeOneOf(input, scenarioNames),
});

/** The routes that read and replace the whole state. */
function stateRoutes(state: ServiceState): ControlRoute[] {
  return [
    controlRoute("POST /reset", ({ body }) => void state.reset(body), {
      body: z.strictObject({ scenario: scenario.optional() }),
    }),
    // Any JSON is taken here: `seed` checks it.
    controlRoute("POST /seed", ({ body }) => void state.seed(body), { body: z.unknown() as z.ZodType<SeedData> }),
    plainRoute(
      "GET /state",
      ({ query }) => jsonTextResponse(200, state.snapshotText({ withBytes: query.bytes !== "none" })),
      { query: { bytes: oneOf(["none"]) } },
    ),
    // There is no limit to its size: a state contains the recordings.
    controlRoute("PUT /state", async ({ request }) => void state.restore(parseJson(await readBytes(request)))),
  ];
}

/** The routes that read and move the service's time. */
function clockRoutes(domain: Domain): ControlRoute[] {
  const { clock, store } = domain;
  const time = () => {
    const nowMs = clock.now();
    return {
      now: isoOf(nowMs),
      nowMs,
      speed: clock.speed,
      nextChangeAt: isoOf(nextStatusChangeMs(domain, store.calls.list())),
    };
  };
  const moved = (move: () => void) => {
    move();
    return time();
  };
  return [
    controlRoute("GET /clock", time),
    controlRoute("PUT /clock", ({ body }) => moved(() => clock.set(body.now)), {
      body: z.strictObject({ now: isoTime }),
    }),
    controlRoute("POST /clock/advance", ({ body }) => moved(() => clock.advance(body.ms)), {
      body: z.strictObject({ ms: z.number() }),
    }),
  ];
}

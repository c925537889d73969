/** Composes a service from its data, rules, routes and pipeline. */
import { operationsOf } from "./api/operations.js";
import { Router } from "./api/router.js";
import { controlRoutes } from "./control/control.js";
import { ControlEvents } from "./control/events.js";
import { Clock } from "./core/clock.js";
import { ServiceAddresses } from "./core/service-addresses.js";
import type { Domain } from "./domain/domain.js";
import { engineControls } from "./domain/engine-controls.js";
import { organizationsOf } from "./domain/organizations.js";
import { rateLimits } from "./domain/rate-limits.js";
import { type ReadAttributes, requestAttributes } from "./domain/request-attributes.js";
import { Journal } from "./journal/journal.js";
import { Redactor } from "./journal/redaction.js";
import type { Settings } from "./options.js";
import { RequestPipeline } from "./pipeline.js";
import { Rules } from "./rules/rules.js";
import type { ScenarioChoice } from "./scenarios/scenarios.js";
import { serviceState } from "./state.js";
import { Ids } from "./store/ids.js";
import { createStore } from "./store/store.js";

/**
 * Composes a service, and returns the parts that its public functions use. It shares nothing with other services.
 *
 * @param settingsWith returns the settings that another scenario would give
 */
export function composeService(settings: Settings, settingsWith: (scenario: ScenarioChoice) => Settings) {
  const { seed, progression, keys, strict } = settings;
  const store = createStore();
  const domain: Domain = {
    store,
    ids: new Ids(seed),
    clock: new Clock(settings.clock, { speed: settings.speed }),
    seed,
    // A copy: a reset to another scenario changes it, and the settings stay those of the start.
    policies: { ...settings.policies },
    progression,
    addresses: new ServiceAddresses(settings.addresses),
    results: new WeakMap(),
  };
  const rules = new Rules(seed, () => store.categories.list());
  const engine = engineControls(domain, rules);
  const organizations = organizationsOf(domain, keys);
  const attributes: ReadAttributes = (request, fields) => requestAttributes(domain, request, fields);
  const redactor = new Redactor([...Object.keys(keys), ...organizations.controlKeys.values()]);
  const journal = new Journal({ ...settings.journal, redactor, attributes });
  const services = { domain, rules, engine, organizations, attributes, journal, events: new ControlEvents() };
  // Called only by `state`, and by then `pipeline` exists.
  const requests = { end: () => pipeline.endRequests(), reset: () => pipeline.reset() };
  const state = serviceState({ ...services, settings, settingsWith, requests });
  const operations = operationsOf(domain);
  const router = new Router([...operations, ...controlRoutes({ ...services, state, operations })]);
  const pipeline = new RequestPipeline({ ...services, router, rateLimits: rateLimits(domain), strict });
  return { domain, engine, state, router, pipeline, rules, journal };
}

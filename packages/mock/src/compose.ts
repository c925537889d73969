/** Puts a service together: its store, rules, domain services, routes and pipeline. */
import { campaignError, controlError, externalError, storageError } from "./api/error-responses.js";
import { operationsOf } from "./api/operations.js";
import { Router } from "./api/router.js";
import { controlRoutes } from "./control/control.js";
import { ControlEvents } from "./control/events.js";
import { Clock } from "./core/clock.js";
import type { ServiceAddresses } from "./core/service-addresses.js";
import { Agents } from "./domain/agents.js";
import { Analyses } from "./domain/analyses.js";
import { Calls } from "./domain/calls.js";
import type { DomainDependencies } from "./domain/dependencies.js";
import { engineControls } from "./domain/engine-controls.js";
import { Organizations } from "./domain/organizations.js";
import { RateLimits } from "./domain/rate-limits.js";
import { Recordings } from "./domain/recordings.js";
import { RequestAttributesReader } from "./domain/request-attributes.js";
import { Seeding } from "./domain/seeding.js";
import { UploadGrants } from "./domain/upload-grants.js";
import { Journal } from "./journal/journal.js";
import { Redactor } from "./journal/redaction.js";
import type { Settings } from "./options.js";
import { RequestPipeline } from "./pipeline.js";
import { Rules } from "./rules/rules.js";
import type { ResolvedScenario } from "./scenarios/scenarios.js";
import { ServiceState, type ServiceStateDependencies } from "./state.js";
import { Ids } from "./store/ids.js";
import { createStore } from "./store/store.js";

/** What a service is composed from. */
export interface ComposeOptions {
  settings: Settings;
  settingsWith: ServiceStateDependencies["settingsWith"];
  /** Where the service is. */
  addresses: ServiceAddresses;
}

/** The interfaces of the service, and the form of the errors of each. */
const interfaces = [
  { address: "baseUrl", formatError: externalError },
  { address: "campaignBaseUrl", formatError: campaignError },
  { address: "storageUrl", formatError: storageError },
  { address: "controlUrl", formatError: controlError },
] as const;

/** Puts the parts of a service together, and gives those that its public functions use. It shares nothing with another service. */
export function composeService({ settings, settingsWith, addresses }: ComposeOptions) {
  const { seed, progression, keys, strict } = settings;
  // A copy: a reset to another scenario changes it, and the settings stay those of the start.
  const policies = { ...settings.policies };
  const clock = new Clock(settings.clock, { speed: settings.speed });
  const store = createStore();
  const domain: DomainDependencies = { store, ids: new Ids(seed), clock, seed, policies, progression, addresses };
  const rules = new Rules(seed, () => store.categories.list());
  const [agents, recordings] = [new Agents(domain), new Recordings(domain)];
  const analyses = new Analyses(domain, { recordings });
  const calls = new Calls(domain, { agents, recordings });
  const engine = engineControls(domain, { analyses, rules });
  const organizations = new Organizations(domain, keys);
  const attributes = new RequestAttributesReader(domain, recordings);
  const redactor = new Redactor([...Object.keys(keys), ...organizations.controlKeys.values()]);
  const journal = new Journal({ ...settings.journal, redactor, attributes });
  const parts = { domain, clock, store, rules, agents, recordings, analyses, calls, engine, organizations, attributes };
  const services = { ...parts, journal, grants: new UploadGrants(domain), events: new ControlEvents(journal) };

  // Called only by `state`, and by then `pipeline` exists.
  const resetControls = (scenario: ResolvedScenario) => {
    pipeline.reset();
    for (const rule of scenario.rules) rules.add(rule);
  };
  const endRequests = () => pipeline.endRequests();
  const seeding = new Seeding(domain, { agents, calls });
  const state = new ServiceState({ ...services, seeding, settings, settingsWith, endRequests, resetControls });
  const operations = operationsOf(services);
  const router = new Router(interfaces, [...operations, ...controlRoutes({ ...services, state, operations })]);
  const rateLimits = new RateLimits(policies, clock);
  const pipeline = new RequestPipeline({ ...services, router, rateLimits, strict });
  return { clock, store, engine, state, router, pipeline, rules, journal };
}

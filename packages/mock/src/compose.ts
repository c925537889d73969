/** Puts a service together: its store, rules, domain services, routes and pipeline. */
import { agentPaths } from "./api/agents.js";
import { callPaths } from "./api/calls.js";
import { campaignPaths } from "./api/campaigns.js";
import { categoryPaths } from "./api/categories.js";
import type { RouteDependencies } from "./api/dependencies.js";
import { campaignError, controlError, externalError, storageError } from "./api/error-responses.js";
import { type Paths, type PathsOf, ResponseTexts } from "./api/route.js";
import { Router, type ServiceInterface } from "./api/router.js";
import { storagePaths } from "./api/storage.js";
import { controlPaths } from "./control/control.js";
import { ControlEvents } from "./control/events.js";
import { Clock } from "./core/clock.js";
import type { TableRow } from "./core/operations.js";
import type { ServiceAddresses } from "./core/service-addresses.js";
import { Agents } from "./domain/agents.js";
import { Analyses } from "./domain/analyses.js";
import { Calls } from "./domain/calls.js";
import type { DomainDependencies } from "./domain/dependencies.js";
import { CallEngine } from "./domain/engine-controls.js";
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
import { faultControls } from "./rules/shorthands.js";
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

/** Puts the parts of a service together, and gives those that its public functions use. It shares nothing with another service. */
export function composeService({ settings, settingsWith, addresses }: ComposeOptions) {
  const { seed, progression, keys } = settings;
  // A copy: a reset to another scenario changes it, and the settings stay those of the start.
  const policies = { ...settings.policies };
  const clock = new Clock(settings.clock, { speed: settings.speed });
  const store = createStore();
  const domain: DomainDependencies = {
    store,
    ids: new Ids(seed),
    clock,
    seed,
    policies,
    progression,
    addresses,
  };
  const rules = new Rules(seed, () => store.categories.list());
  const services = composeDomain(domain, rules);
  const organizations = new Organizations(domain, keys);
  const attributes = new RequestAttributesReader(domain, services.recordings);
  const faults = faultControls(rules);
  const rateLimits = new RateLimits(policies, clock);
  const journal = new Journal({
    ...settings.journal,
    redactor: new Redactor([...Object.keys(keys), ...organizations.controlKeys.values()]),
    attributes,
  });
  const events = new ControlEvents(journal);

  // Called only by `state`, and by then `pipeline` exists.
  const resetControls = (scenario: ResolvedScenario) => {
    pipeline.reset();
    for (const rule of scenario.rules) rules.add(rule);
  };
  const endRequests = () => pipeline.endRequests();
  const parts = { domain, clock, store, policies, ...services, organizations, attributes, journal, events, rateLimits };
  const ruled = { rules, faults };
  const state = new ServiceState({ ...parts, ...ruled, settings, settingsWith, endRequests, resetControls });
  const control = (external: Paths) => controlPaths({ ...parts, ...ruled, state, external });
  const router = new Router(interfacesOf({ ...services, domain, texts: new ResponseTexts() }, { control }));
  const pipeline = new RequestPipeline({ ...parts, rules, router, strict: settings.strict });
  return { clock, store, engine: services.engine, state, router, pipeline, ...ruled, journal, events };
}

/** The domain services, which know nothing of HTTP. */
function composeDomain(domain: DomainDependencies, rules: Rules) {
  const [agents, recordings] = [new Agents(domain), new Recordings(domain)];
  const analyses = new Analyses(domain, { recordings });
  const calls = new Calls(domain, { agents, recordings });
  return {
    recordings,
    analyses,
    calls,
    agents,
    grants: new UploadGrants(domain),
    engine: new CallEngine(domain, { analyses, rules }),
    seeding: new Seeding(domain, { agents, calls }),
  };
}

/** The interfaces of the service: the routes of each, and the form of its errors. */
function interfacesOf(
  dependencies: RouteDependencies,
  { control }: { control: (external: Paths) => Paths },
): ServiceInterface[] {
  const external = {
    ...agentPaths(dependencies),
    ...categoryPaths(dependencies),
    ...callPaths(dependencies),
  } satisfies PathsOf<Exclude<TableRow, { target: "campaign" }>>;
  const campaigns = campaignPaths(dependencies) satisfies PathsOf<Extract<TableRow, { target: "campaign" }>>;
  return [
    { address: "baseUrl", paths: external, formatError: externalError },
    { address: "campaignBaseUrl", paths: campaigns, formatError: campaignError },
    { address: "storageUrl", paths: storagePaths(dependencies), formatError: storageError },
    { address: "controlUrl", paths: control(external), formatError: controlError },
  ];
}

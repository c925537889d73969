import { agentPaths } from "./api/agents.js";
import { callPaths } from "./api/calls.js";
import { campaignPaths } from "./api/campaigns.js";
import { categoryPaths } from "./api/categories.js";
import { Dispatcher, type Part } from "./api/dispatcher.js";
import { campaignError, externalError, storageError } from "./api/error-responses.js";
import { Resources } from "./api/resources.js";
import { ResponseTexts } from "./api/response-texts.js";
import { storagePaths } from "./api/storage.js";
import { controlPaths } from "./control/control.js";
import { type Overview, overviewOf } from "./control/page/overview.js";
import type { Sandboxes } from "./control/sandboxes.js";
import type { Addresses } from "./core/addresses.js";
import { createClock, ServiceClock } from "./core/clock.js";
import { Agents } from "./domain/agents.js";
import { Analyses } from "./domain/analyses.js";
import { Calls } from "./domain/calls.js";
import { Categories } from "./domain/categories.js";
import type { DomainDependencies } from "./domain/dependencies.js";
import { CallEngine, type EngineControls } from "./domain/engine-controls.js";
import { EngineRules } from "./domain/engine-rules.js";
import { Organizations } from "./domain/organizations.js";
import { Prospects } from "./domain/prospects.js";
import { Recordings } from "./domain/recordings.js";
import { Seeding } from "./domain/seeding.js";
import { UploadGrants } from "./domain/upload-grants.js";
import type { Settings } from "./options.js";
import { RequestPipeline } from "./pipeline.js";
import { RequestControls } from "./request-controls.js";
import { ServiceState } from "./service-state.js";
import { Ids } from "./store/ids.js";
import { createStore } from "./store/store.js";

/** The parts of one service, put together. */
export interface Wiring {
  context: DomainDependencies;
  clock: ServiceClock;
  engine: EngineControls;
  state: ServiceState;
  dispatcher: Dispatcher;
  requests: RequestControls;
  traffic: RequestPipeline;
}

/** What a service is in. */
export interface Surroundings {
  /** Where it is at present. */
  addresses: () => Addresses;
  /** Undefined for a service that is a sandbox itself. */
  sandboxes: Sandboxes | undefined;
}

/** Puts the parts of a service together; nothing of it is shared with another service. */
export function wire(settings: Settings, { addresses, sandboxes }: Surroundings): Wiring {
  const { seed, policies, progression } = settings;
  const clock = new ServiceClock(createClock(settings.clock, settings.speed), () =>
    domain.analyses.latchFinalStatuses(),
  );
  const store = createStore(policies.emailMatching);
  const context = { store, ids: new Ids(seed), clock, seed, policies, progression, addresses };
  const domain = domainRules(context);
  const organizations = new Organizations(context, settings.keys);
  const requests = new RequestControls(context, { recordings: domain.recordings, settings });
  const forget = () => {
    domain.rules.clear();
    requests.reset();
  };
  const state = new ServiceState({ context, organizations, ...domain, settings, clock, forget });
  const parts = partsOf(context, {
    ...domain,
    clock,
    state,
    requests,
    sandboxes,
    overview: () => overviewOf(context, domain.analyses),
  });
  const dispatcher = new Dispatcher({ parts, policies, ...requests });
  const traffic = new RequestPipeline({ context, organizations, dispatcher, ...requests });
  return { context, clock, engine: domain.engine, state, dispatcher, requests, traffic };
}

function domainRules(context: DomainDependencies) {
  const agents = new Agents(context);
  const categories = new Categories(context);
  const recordings = new Recordings(context);
  const analyses = new Analyses(context);
  const rules = new EngineRules(context);
  const calls = new Calls(context, { agents, categories, recordings, rules });
  return {
    agents,
    categories,
    recordings,
    analyses,
    rules,
    grants: new UploadGrants(context),
    calls,
    engine: new CallEngine(context, { analyses, rules }),
    prospects: new Prospects(context),
    seeding: new Seeding(context, { agents, calls }),
  };
}

interface PartRules extends ReturnType<typeof domainRules> {
  clock: ServiceClock;
  state: ServiceState;
  requests: RequestControls;
  sandboxes: Sandboxes | undefined;
  overview: () => Overview;
}

function partsOf({ policies }: DomainDependencies, rules: PartRules): Part[] {
  const options = { ...rules, policies, texts: new ResponseTexts() };
  const external = { ...agentPaths(options), ...categoryPaths(options), ...callPaths(options) };
  return [
    { address: "baseUrl", resources: new Resources(external), refuse: externalError },
    { address: "campaignBaseUrl", resources: new Resources(campaignPaths(options)), refuse: campaignError },
    { address: "storageUrl", resources: new Resources(storagePaths(options)), refuse: storageError },
    { address: "controlUrl", resources: new Resources(controlPaths(options)), refuse: externalError },
  ];
}

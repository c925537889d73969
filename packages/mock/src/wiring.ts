import type { Addresses } from "./addresses.js";
import { type Clock, createClock } from "./clock.js";
import { Agents } from "./domain/agents.js";
import { Analyses } from "./domain/analyses.js";
import { Calls } from "./domain/calls.js";
import { Categories } from "./domain/categories.js";
import type { DomainContext } from "./domain/context.js";
import { emailKeyOf } from "./domain/emails.js";
import { Organizations } from "./domain/organizations.js";
import { Prospects } from "./domain/prospects.js";
import { Recordings } from "./domain/recordings.js";
import { Seeding } from "./domain/seeding.js";
import { UploadGrants } from "./domain/upload-grants.js";
import type { Settings } from "./options.js";
import { agentPaths } from "./routes/agents.js";
import { AnswerTexts } from "./routes/answer-texts.js";
import { callPaths } from "./routes/calls.js";
import { campaignPaths } from "./routes/campaigns.js";
import { categoryPaths } from "./routes/categories.js";
import { controlPaths } from "./routes/control.js";
import { Dispatcher, type Part } from "./routes/dispatcher.js";
import { campaignRefusal, externalRefusal, storageRefusal } from "./routes/refusal-answers.js";
import { Resources } from "./routes/resources.js";
import { storagePaths } from "./routes/storage.js";
import { Ids } from "./state/ids.js";
import { createStore } from "./state/store.js";

/** The parts of one service, put together. */
export interface Wiring {
  context: DomainContext;
  clock: Clock;
  organizations: Organizations;
  analyses: Analyses;
  seeding: Seeding;
  dispatcher: Dispatcher;
}

/** Puts the parts of a service together; nothing of it is shared with another service. */
export function wire(settings: Settings, addresses: () => Addresses): Wiring {
  const { seed, policies, progression } = settings;
  const clock = createClock(settings.clock);
  const store = createStore(emailKeyOf(policies.emailMatching));
  const context = { store, ids: new Ids(seed), clock, seed, policies, progression, addresses };
  const organizations = new Organizations(context, settings.keys);
  const rules = domainRules(context);
  const authenticate = organizations.authenticate.bind(organizations);
  const dispatcher = new Dispatcher({ parts: partsOf(context, rules), policies, authenticate });
  return { context, clock, organizations, dispatcher, ...rules };
}

function domainRules(context: DomainContext) {
  const agents = new Agents(context);
  const categories = new Categories(context);
  const recordings = new Recordings(context);
  return {
    agents,
    categories,
    recordings,
    grants: new UploadGrants(context),
    calls: new Calls(context, { agents, categories, recordings }),
    analyses: new Analyses(context),
    prospects: new Prospects(context),
    seeding: new Seeding(context, agents),
  };
}

function partsOf({ policies }: DomainContext, rules: ReturnType<typeof domainRules>): Part[] {
  const options = { ...rules, policies, texts: new AnswerTexts() };
  const external = { ...agentPaths(options), ...categoryPaths(options), ...callPaths(options) };
  return [
    { address: "baseUrl", resources: new Resources(external), refuse: externalRefusal },
    { address: "campaignBaseUrl", resources: new Resources(campaignPaths(options)), refuse: campaignRefusal },
    { address: "storageUrl", resources: new Resources(storagePaths(options)), refuse: storageRefusal },
    { address: "controlUrl", resources: new Resources(controlPaths()), refuse: externalRefusal },
  ];
}

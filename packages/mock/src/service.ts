import { type Addresses, checkAddresses } from "./addresses.js";
import type { Clock } from "./clock.js";
import type { Database } from "./database.js";
import { type OrganizationSeed, scenarioData } from "./fixtures/scenarios.js";
import { type MockServiceOptions, type Settings, toSettings } from "./options.js";
import type { Answer, Incoming } from "./routes/exchange.js";
import { createFetch } from "./service-fetch.js";
import { clearStore } from "./state/store.js";
import { type Wiring, wire } from "./wiring.js";

/** Options with which a client reaches the service. */
export interface ClientOptions {
  apiKey: string;
  baseUrl: string;
  campaignBaseUrl: string;
}

/** Data to add to an organization: the one of this name, by default the first. */
export interface SeedData extends Partial<OrganizationSeed> {
  organization?: string;
}

/** Brings calls that exist to their end, whatever their progression. */
export interface EngineControls {
  /** Completes a call. @throws {RangeError} when there is no such call */
  complete(callId: string): void;
  /** Lets a call fail. @throws {RangeError} when there is no such call */
  fail(callId: string, reason?: string): void;
  /** Brings every call that is under way to the end that it was created with. */
  settle(): void;
}

/** The whole Call Analysis Service, in memory. */
export interface MockService {
  /** The service itself, with the signature of the global `fetch`. @throws {TypeError} for an address of others */
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Pick<Clock, "now" | "advance" | "set">;
  readonly db: Database;
  readonly engine: EngineControls;
  /** Where the service is at present. */
  readonly addresses: Addresses;
  /** Options for a client; `apiKey` is by default the first key. */
  clientOptions(apiKey?: string): ClientOptions;
  /** Adds data; ids of categories and campaigns are kept. @throws {RangeError} when there is no such organization */
  seed(data: SeedData): void;
  /** Returns to the scenario, and to the ids and the time of the start. */
  reset(): void;
  /** Moves the service to other addresses, which its answers carry from now on. For doors. */
  listenAt(addresses: Addresses): void;
  /** Answers a request; undefined when the address is none of the service's. For doors. */
  handle(incoming: Incoming): Promise<Answer | undefined>;
}

/**
 * Makes a service that shares nothing with any other.
 *
 * @example
 * const service = createMockService({ seed: 1 });
 * const response = await service.fetch("https://api.call-analysis.test/v1/agents", {
 *   headers: { Authorization: "Bearer test-key" },
 * });
 */
export function createMockService(options: MockServiceOptions = {}): MockService {
  const settings = toSettings(options);
  let addresses = settings.addresses;
  const wiring = wire(settings, () => addresses);
  const listenAt = (next: Addresses) => {
    addresses = checkAddresses(next);
    wiring.dispatcher.place(addresses);
  };
  const handle = (incoming: Incoming) => handleWith(wiring, incoming);
  listenAt(addresses);
  start(wiring, settings);
  return {
    fetch: createFetch(handle),
    clock: wiring.clock,
    db: wiring.context.store,
    engine: wiring.analyses,
    get addresses() {
      return addresses;
    },
    clientOptions: (apiKey = Object.keys(settings.keys)[0] ?? "") => {
      const { baseUrl, campaignBaseUrl } = addresses;
      return { apiKey, baseUrl, campaignBaseUrl };
    },
    seed: (data) => seed(wiring, data),
    reset: () => start(wiring, settings),
    listenAt,
    handle,
  };
}

async function handleWith({ context, dispatcher }: Wiring, incoming: Incoming): Promise<Answer | undefined> {
  const header = context.policies.requestIdHeader;
  const requestId = context.ids.next("req", "", () => false);
  const answer = await dispatcher.dispatch(incoming);
  if (!answer || header === null) return answer;
  return { ...answer, headers: { ...answer.headers, [header]: requestId } };
}

function start({ context, organizations, seeding }: Wiring, { seed, scenario }: Settings): void {
  clearStore(context.store);
  context.ids.reset();
  context.clock.reset();
  for (const organization of organizations.createAll()) {
    seeding.addScenario(organization, scenarioData(scenario, { seed, nowMs: context.clock.now() }));
  }
}

function seed({ context, seeding }: Wiring, { organization: name, ...data }: SeedData): void {
  const { organizations } = context.store;
  const organization = name === undefined ? organizations.list()[0] : organizations.findBy("name", name);
  if (!organization) throw new RangeError(`There is no organization "${name ?? ""}": name it in the option keys.`);
  seeding.add(organization, data);
}

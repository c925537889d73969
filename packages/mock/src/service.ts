import { createFetch } from "./adapters/fetch.js";
import { Sandboxes } from "./control/sandboxes.js";
import { type Addresses, checkAddresses } from "./core/addresses.js";
import type { Clock } from "./core/clock.js";
import type { Match } from "./core/match.js";
import type { ServiceRequest, ServiceResponse } from "./core/message.js";
import type { OperationName } from "./core/operations.js";
import type { EngineControls } from "./domain/engine-controls.js";
import type { FaultControls } from "./interception/fault.js";
import type { Gate } from "./interception/gates.js";
import type { ContractOperation, OverrideOptions, Resolver } from "./interception/resolver.js";
import type { RequestJournal } from "./journal/request-journal.js";
import { type MockServiceOptions, toSettings } from "./options.js";
import type { SeedData, ServiceState } from "./service-state.js";
import type { Snapshot } from "./store/snapshot.js";
import type { Database } from "./store/store.js";
import { wire } from "./wiring.js";

/** Options with which a client reaches the service. */
export interface MockClientOptions {
  apiKey: string;
  baseUrl: string;
  campaignBaseUrl: string;
}

/** The whole Call Analysis Service, in memory. */
export interface MockService {
  /** The service itself, with the signature of the global `fetch`. @throws {TypeError} for an address of others */
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Pick<Clock, "now" | "advance" | "set">;
  readonly db: Database;
  /** How calls go: rules for those to come, and the ends of those that exist. */
  readonly engine: EngineControls;
  /** Where the service is at present. */
  readonly addresses: Addresses;
  /** Options for a client; `apiKey` is by default the first key. */
  clientOptions(apiKey?: string): MockClientOptions;
  /** Adds data; ids of categories and campaigns are kept. @throws {RangeError} when there is no such organization */
  seed(data: SeedData): void;
  /** Returns to the scenario, the ids and the time of the start; forgets rules, faults, gates, overrides and journal. */
  reset(): void;
  /** All that the service keeps, as plain JSON: a deep copy, without keys. */
  snapshot(): Snapshot;
  /** Returns to a snapshot. @throws {MockServiceError} which names the place at fault; then nothing is changed */
  restore(snapshot: Snapshot): void;
  /** What goes wrong on purpose. */
  readonly faults: FaultControls;
  /** What was asked and answered, without keys and signatures. */
  readonly journal: RequestJournal;
  /** Holds every request that matches from now on. @throws {RangeError} when there is no such operation */
  hold(operation: OperationName, match?: Match): Gate;
  /** Lets the test answer an operation; what it gives is checked against the contract. */
  use<Operation extends ContractOperation>(
    operation: Operation,
    resolver: Resolver<Operation>,
    options?: OverrideOptions,
  ): void;
}

/** What adapters use of a service. Tests and applications do not need it, so it is not part of `MockService`. */
export interface ServiceAdapter {
  /** Answers a request; undefined when the service has no such address. */
  handle(request: ServiceRequest): Promise<ServiceResponse | undefined>;
  /** Moves the service to other addresses, which its answers carry from now on. */
  listenAt(addresses: Addresses): void;
  /** The state as text, and a number that grows whenever it changes. */
  readonly state: Pick<ServiceState, "revision" | "snapshotText" | "recordings">;
}

/** A registered symbol, so that the adapters of another copy of this package find it too. */
const adapterKey = Symbol.for("@call-analysis/mock/adapter");

/** What adapters use of a service. @throws {TypeError} when it was not made by `createMockService()` */
export function adapterOf(service: MockService): ServiceAdapter {
  // Set by createService() below; it is left out of the public type on purpose.
  const adapter = (service as { [adapterKey]?: ServiceAdapter } | undefined)?.[adapterKey];
  if (adapter) return adapter;
  throw new TypeError("service must be what createMockService() returned.");
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
  const sandboxes = new Sandboxes((changes) => createService({ ...options, ...changes }));
  return createService(options, sandboxes);
}

/** A sandbox is a service that has no sandboxes. */
function createService(options: MockServiceOptions, sandboxes?: Sandboxes): MockService {
  const settings = toSettings(options);
  let addresses = settings.addresses;
  const wiring = wire(settings, { addresses: () => addresses, sandboxes });
  const listenAt = (next: Addresses) => {
    addresses = checkAddresses(next);
    wiring.dispatcher.place(addresses);
    if (addresses.controlUrl) sandboxes?.place(new URL(addresses.controlUrl).origin);
  };
  const handle = (incoming: ServiceRequest) => {
    const sandbox = sandboxes?.serviceOf(incoming);
    return sandbox ? adapterOf(sandbox).handle(incoming) : wiring.traffic.handle(incoming);
  };
  listenAt(addresses);
  wiring.state.reset();
  const service: MockService & { [adapterKey]: ServiceAdapter } = {
    fetch: createFetch(handle),
    clock: wiring.clock,
    db: wiring.context.store,
    engine: wiring.engine,
    get addresses() {
      return addresses;
    },
    clientOptions: (apiKey = Object.keys(settings.keys)[0] ?? "") => {
      const { baseUrl, campaignBaseUrl } = addresses;
      return { apiKey, baseUrl, campaignBaseUrl };
    },
    seed: (data) => wiring.state.seed(data),
    reset: () => wiring.state.reset(),
    snapshot: () => wiring.state.snapshot(),
    restore: (snapshot) => wiring.state.restore(snapshot),
    faults: wiring.requests.faults,
    journal: wiring.requests.journal,
    hold: (operation, match) => wiring.requests.gates.hold(operation, match),
    use: (operation, resolver, options) => wiring.requests.overrides.use(operation, resolver, options),
    [adapterKey]: { handle, listenAt, state: wiring.state },
  };
  return service;
}

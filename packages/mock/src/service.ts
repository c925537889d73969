import { type Addresses, checkAddresses } from "./addresses.js";
import type { Clock } from "./clock.js";
import type { Database } from "./database.js";
import type { EngineControls } from "./domain/engine-controls.js";
import type { FaultControls } from "./faults/fault.js";
import type { Gate } from "./gates.js";
import type { RequestJournal } from "./journal/request-journal.js";
import type { Match } from "./match.js";
import type { OperationName } from "./operation.js";
import { type MockServiceOptions, toSettings } from "./options.js";
import type { ContractOperation, OverrideOptions, Resolver } from "./overrides/resolver.js";
import type { Answer, Incoming } from "./routes/exchange.js";
import { Sandboxes } from "./sandboxes.js";
import { createFetch } from "./service-fetch.js";
import type { SeedData, ServiceState } from "./service-state.js";
import type { Snapshot } from "./state/snapshot.js";
import { wire } from "./wiring.js";

/** Options with which a client reaches the service. */
export interface ClientOptions {
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
  readonly engine: Pick<EngineControls, keyof EngineControls>;
  /** Where the service is at present. */
  readonly addresses: Addresses;
  /** Options for a client; `apiKey` is by default the first key. */
  clientOptions(apiKey?: string): ClientOptions;
  /** Adds data; ids of categories and campaigns are kept. @throws {RangeError} when there is no such organization */
  seed(data: SeedData): void;
  /** Returns to the scenario, the ids and the time of the start; forgets rules, faults, gates, overrides and journal. */
  reset(): void;
  /** All that the service keeps, as plain JSON: a deep copy, without keys. */
  snapshot(): Snapshot;
  /** Returns to a snapshot. @throws {Refusal} which names the place at fault; then nothing is changed */
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
  /** What it takes to save the state whenever it changes. For doors. */
  readonly state: Pick<ServiceState, "revision" | "snapshotText" | "recordings">;
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
  const handle = (incoming: Incoming) => {
    const sandbox = sandboxes?.serviceOf(incoming);
    return sandbox ? sandbox.handle(incoming) : wiring.traffic.handle(incoming);
  };
  listenAt(addresses);
  wiring.state.reset();
  return {
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
    state: wiring.state,
    listenAt,
    handle,
  };
}

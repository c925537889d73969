/** The public `createMockService()`, and what adapters use of a service. */
import { createFetch } from "./adapters/fetch.js";
import { composeService } from "./compose.js";
import type { Addresses } from "./core/addresses.js";
import { checkKnownFields } from "./core/check-shape.js";
import type { Clock } from "./core/clock.js";
import type { ServiceRequest, ServiceResponse } from "./core/message.js";
import type { OperationName } from "./core/operations.js";
import type { EngineControls } from "./domain/engine-controls.js";
import type { RequestJournal } from "./journal/journal.js";
import { type MockServiceOptions, toSettings } from "./options.js";
import type { Match } from "./rules/match.js";
import type { RuleControls } from "./rules/rules.js";
import {
  addResolver,
  clearFaults,
  type FaultControls,
  type Gate,
  holdRequests,
  withRuleOf,
} from "./rules/shorthands.js";
import type { ContractOperation, OverrideOptions, Resolver } from "./rules/use.js";
import type { SeedData } from "./scenarios/seed-schema.js";
import type { ServiceState } from "./state.js";
import type { Snapshot } from "./store/snapshot.js";
import type { Database } from "./store/store.js";

/** Options with which a client reaches the service. */
export interface MockClientOptions {
  apiKey: string;
  baseUrl: string;
  campaignBaseUrl: string;
  /** Polls without pauses; only there when it was asked for. */
  poll?: { initialDelayMs: number; intervalMs: number; maxIntervalMs: number };
}

/** How a client reaches the service. */
export interface ClientChoice {
  /** @default the first key */
  apiKey?: string;
  /**
   * Whether the client polls without pauses. By default its first poll comes after two seconds, as it should with the
   * live service. @default false
   */
  fast?: boolean;
}

/** No pause at all. */
const fastPoll = { initialDelayMs: 0, intervalMs: 0, maxIntervalMs: 0 };

/** The whole Call Analysis Service, in memory. */
export interface MockService {
  /** The service itself, with the signature of the global `fetch`. @throws {TypeError} for an address that is not the service's */
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Pick<Clock, "now" | "advance" | "set">;
  readonly db: Database;
  /** Decides how calls progress and end: by rules for calls to come, and at once for calls that exist. */
  readonly engine: EngineControls;
  /** Where new clients reach the service: the server that began to listen last, else the addresses of the options. */
  readonly addresses: Addresses;
  /**
   * Options for a client, for a key of the service or as chosen.
   *
   * @throws {TypeError} when there is no such option
   */
  clientOptions(choice?: string | ClientChoice): MockClientOptions;
  /**
   * Adds data and rules: all of them, or none when something is wrong. Ids that are given are kept.
   *
   * @throws {TypeError} when a field is not known
   * @throws {MockServiceError} when anything else is wrong; its `fields` name every place of a wrong type, or
   * else every place that refers to nothing or is there twice
   */
  seed(data: SeedData): void;
  /**
   * Returns to the ids and the time of the start, and to its scenario or to another one; forgets all rules and the journal.
   * Requests under way end as a broken connection does.
   *
   * @throws {TypeError} when there is no such option, or no such scenario; then nothing is changed
   */
  reset(options?: Pick<MockServiceOptions, "scenario">): void;
  /** Everything that the service keeps, as plain JSON: a deep copy, without API keys. */
  snapshot(): Snapshot;
  /** Returns to a snapshot, and ends requests under way as `reset()` does. @throws {MockServiceError} with the place that is wrong; then nothing is changed */
  restore(snapshot: Snapshot): void;
  /** All faults, gates, overrides and engine rules, as one list: to see, switch off, change and remove. */
  readonly rules: RuleControls;
  /** Makes requests fail on purpose. */
  readonly faults: FaultControls;
  /** The requests and their responses, without keys and signatures. */
  readonly journal: RequestJournal;
  /**
   * Holds every request that matches from now on, until the gate is released.
   *
   * @throws {TypeError} when its requests have no field of that name
   * @throws {MockServiceError} when there is no such operation, or no request can have a value of the match; the message
   * names the field
   */
  hold(operation: OperationName, match?: Match): Gate;
  /** Lets a test respond to an operation. The response is sent as returned, even if it breaks the contract. */
  use<Operation extends ContractOperation>(
    operation: Operation,
    resolver: Resolver<Operation>,
    options?: OverrideOptions,
  ): void;
}

/** The interface of a service for adapters. Tests and applications do not need it, so it is not part of `MockService`. */
export interface ServiceAdapter {
  /** Responds to a request; undefined when the service has no such address. */
  handle(request: ServiceRequest): Promise<ServiceResponse | undefined>;
  /** The patterns of the addresses that are the service's, for adapters that share their hosts with others. */
  patterns(): string[];
  /**
   * Adds addresses and gives them to new clients from now on. The returned function stops that. Addresses never stop
   * working.
   */
  listenAt(addresses: Addresses): () => void;
  /** Ends the requests under way, as a broken connection does. */
  endRequests(): void;
  /** The parts of the state that a copy needs, and a revision that grows with every change. */
  readonly state: Pick<ServiceState, "revision" | "snapshotText" | "recordings">;
}

/** A registered symbol, so that the adapters of another copy of this package find it too. */
const adapterKey = Symbol.for("@call-analysis/mock/adapter");

/** Returns a service's interface for adapters. @throws {TypeError} when it was not made by `createMockService()` */
export function adapterOf(service: MockService): ServiceAdapter {
  // Set by createService() below; it is left out of the public type on purpose.
  const adapter = (service as { [adapterKey]?: ServiceAdapter } | undefined)?.[adapterKey];
  if (adapter) return adapter;
  throw new TypeError("service: expected the result of createMockService().");
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
  const { domain, engine, state, router, pipeline, rules, journal } = composeService(settings, (scenario) =>
    toSettings({ ...options, scenario }),
  );
  const { clock, store, addresses } = domain;
  const handle = (request: ServiceRequest) => pipeline.handle(request);
  router.placeAt(addresses.all);
  state.reset();
  const service: MockService & { [adapterKey]: ServiceAdapter } = {
    fetch: createFetch(handle),
    clock,
    db: store,
    engine,
    rules,
    journal,
    faults: {
      inject: (fault) => withRuleOf("/faults", fault, (rule) => rules.add(rule)).id,
      clear: () => clearFaults(rules),
    },
    get addresses() {
      return addresses.current;
    },
    clientOptions(choice = {}) {
      const chosen = typeof choice === "string" ? { apiKey: choice } : choice;
      checkKnownFields(chosen, ["apiKey", "fast"]);
      const { apiKey = Object.keys(settings.keys)[0] ?? "", fast = false } = chosen;
      const { baseUrl, campaignBaseUrl } = addresses.current;
      return { apiKey, baseUrl, campaignBaseUrl, ...(fast && { poll: { ...fastPoll } }) };
    },
    seed: (data) => state.seed(data),
    // vitest hands a hook its context, which is a function: `afterEach(service.reset)`.
    reset: (options) => state.reset(typeof options === "function" ? undefined : options),
    snapshot: () => state.snapshot(),
    restore: (snapshot) => state.restore(snapshot),
    hold: (operation, match) => holdRequests(rules, { operation, match }),
    use: (operation, resolver, options) => addResolver(rules, { operation, resolver }, options),
    [adapterKey]: {
      handle,
      patterns: () => router.patterns(),
      listenAt(added) {
        const withdraw = addresses.add(added);
        router.placeAt(addresses.all);
        return withdraw;
      },
      endRequests: () => pipeline.endRequests(),
      state,
    },
  };
  return service;
}

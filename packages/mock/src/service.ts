/** The public `createMockService()`, and the interface of a service for adapters. */
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
import { addResolver, clearFaults, type FaultControls, type Gate, holdRequests, ruleOf } from "./rules/shorthands.js";
import type { ContractOperation, OverrideOptions, Resolver } from "./rules/use.js";
import type { SeedData } from "./scenarios/seed-schema.js";
import type { ServiceState } from "./state.js";
import type { Snapshot } from "./store/snapshot.js";
import { type Database, databaseOf } from "./store/store.js";

/** Options for a client of the service. */
export interface MockClientOptions {
  apiKey: string;
  baseUrl: string;
  campaignBaseUrl: string;
  /** Polls without pauses. Present only with `fast`. */
  poll?: { initialDelayMs: number; intervalMs: number; maxIntervalMs: number };
}

/** Which client options to return. */
export interface ClientChoice {
  /** @default the first key */
  apiKey?: string;
  /**
   * True polls without pauses. By default, the client waits two seconds before the first poll, as with the live
   * service.
   * @default false
   */
  fast?: boolean;
}

/** No pause at all. */
const fastPoll = { initialDelayMs: 0, intervalMs: 0, maxIntervalMs: 0 };

/** The whole Call Analysis Service, in memory. */
export interface MockService {
  /**
   * The service itself, with the signature of the global `fetch`. @throws {TypeError} for a URL outside the service
   * @throws {TypeError} for a URL that is not the service's
   */
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Pick<Clock, "now" | "advance" | "set">;
  readonly db: Database;
  /** Decides how calls progress and end: with rules for later calls, or at once for existing calls. */
  readonly engine: EngineControls;
  /** The URLs for new clients: those of the newest server, or else those in the options. */
  readonly addresses: Addresses;
  /**
   * Options for a client, with the given key or with the given settings.
   *
   * @throws {TypeError} for an unknown option
   */
  clientOptions(choice?: string | ClientChoice): MockClientOptions;
  /**
   * Adds data and rules, or nothing if anything is invalid. Given ids are kept.
   *
   * @throws {TypeError} if a field is unknown
   * @throws {MockServiceError} if anything else is invalid. `fields` names every value of a wrong type, or else every
   *   unknown reference and duplicate.
   */
  seed(data: SeedData): void;
  /**
   * Restores the initial ids and time, and the initial scenario or another one. Removes all rules and journal entries.
   * Requests in flight fail as if the connection broke.
   *
   * @throws {TypeError} for an unknown option or scenario, before anything is changed
   */
  reset(options?: Pick<MockServiceOptions, "scenario">): void;
  /** Returns the whole state as plain JSON: a deep copy, without API keys. */
  snapshot(): Snapshot;
  /**
   * Restores a snapshot, and ends requests in flight as `reset()` does. @throws {MockServiceError} that names the
   * invalid place, before anything is changed
   * @throws {MockServiceError} that names the invalid place; nothing is changed then
   */
  restore(snapshot: Snapshot): void;
  /** All faults, gates, overrides and engine rules in one list. You can read, change, disable and remove them. */
  readonly rules: RuleControls;
  /** Makes requests fail on demand. */
  readonly faults: FaultControls;
  /** The requests and their responses, without keys and signatures. */
  readonly journal: RequestJournal;
  /**
   * Holds every later request that matches, until you release the gate.
   *
   * @throws {TypeError} if requests of the operation have no field of that name
   * @throws {MockServiceError} for an unknown operation, or a value that no request can have. The message names the
   *   field.
   */
  hold(operation: OperationName, match?: Match): Gate;
  /** Lets a test respond to an operation. The fake sends the response unchanged, even if it violates the contract. */
  use<Operation extends ContractOperation>(
    operation: Operation,
    resolver: Resolver<Operation>,
    options?: OverrideOptions,
  ): void;
}

/** The interface of a service for adapters. Tests and applications do not need it, so it is not part of `MockService`. */
export interface ServiceAdapter {
  /** Responds to a request. Undefined if the service has no such URL. */
  handle(request: ServiceRequest): Promise<ServiceResponse | undefined>;
  /** The patterns of the service's URLs, for adapters that share their hosts with others. */
  patterns(): string[];
  /**
   * Adds base URLs for new clients. The returned function stops offering them. The URLs themselves never stop working.
   */
  listenAt(addresses: Addresses): () => void;
  /** Ends the requests in flight, as a broken connection does. */
  endRequests(): void;
  /** The parts of the state that a copy needs, and a revision that grows with every change. */
  readonly state: Pick<ServiceState, "revision" | "snapshotText" | "recordings">;
}

/** A registered symbol, so that adapters of another copy of this package also find it. */
const adapterKey = Symbol.for("@call-analysis/mock/adapter");

/**
 * Returns a service's interface for adapters. @throws {TypeError} if `createMockService()` did not create the service
 */
export function adapterOf(service: MockService): ServiceAdapter {
  // Set by createService() below; it is left out of the public type on purpose.
  const adapter = (service as { [adapterKey]?: ServiceAdapter } | undefined)?.[adapterKey];
  if (adapter) return adapter;
  throw new TypeError("service: expected the result of createMockService().");
}

/**
 * Creates a service that shares nothing with any other.
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
    db: databaseOf(store),
    engine,
    rules,
    journal,
    faults: {
      inject: (fault) => rules.add(ruleOf("/faults", fault)).id,
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

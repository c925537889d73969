/** The whole state of a service: reset, seed, snapshot and restore. */

import { checkKnownFields, checkShape, throwProblems } from "./core/check-shape.js";
import { invalidValue } from "./core/mock-service-error.js";
import type { DomainDependencies } from "./domain/dependencies.js";
import type { Organizations } from "./domain/organizations.js";
import type { Seeding } from "./domain/seeding.js";
import type { MockServiceOptions, Settings } from "./options.js";
import { checkRule } from "./rules/rule.js";
import type { Rules } from "./rules/rules.js";
import type { ResolvedScenario, ScenarioChoice } from "./scenarios/scenarios.js";
import { type SeedTarget, seedProblems } from "./scenarios/seed-check.js";
import type { SeedData } from "./scenarios/seed-schema.js";
import { loadSnapshot } from "./store/load-snapshot.js";
import type { RecordingStorage } from "./store/recording-storage.js";
import type { AgentRow, OrganizationRow } from "./store/rows.js";
import { type Snapshot, type SnapshotHead, snapshotSchema } from "./store/snapshot.js";
import { snapshotOf } from "./store/snapshot-of.js";
import { clearStore, createStore, detailOf, insertionsSince, replaceStore, revisionOf } from "./store/store.js";

const latePolicies = "are set when a service starts: by its options, its flags or a seed file";

/** What the state of a service depends on. */
export interface ServiceStateDependencies {
  domain: DomainDependencies;
  organizations: Organizations;
  seeding: Seeding;
  settings: Settings;
  /** The settings as they would be had the service started with another scenario. */
  settingsWith: (scenario: ScenarioChoice) => Settings;
  rules: Rules;
  /** Ends the requests under way, as a broken connection does: they must not change what comes in place of the state. */
  endRequests: () => void;
  /** Ends the requests under way. Removes what a test has set up besides data, and the journal. Then adds the rules of the scenario. */
  resetControls: (scenario: ResolvedScenario) => void;
}

/** Everything that a service keeps. Its data is read and replaced here as a whole. */
export class ServiceState {
  readonly #dependencies: ServiceStateDependencies;

  constructor(dependencies: ServiceStateDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Returns to the ids and the time of the start, and to its scenario or to another one, with its policies; ends the requests under way.
   *
   * @throws {TypeError} when there is no such option, or no such scenario; then nothing is changed
   */
  reset(options: Pick<MockServiceOptions, "scenario"> = {}): void {
    checkKnownFields(options, ["scenario"]);
    const { scenario: choice } = options;
    const { domain, organizations, seeding, settings, settingsWith, resetControls } = this.#dependencies;
    const { seed, scenario, progression, policies } = choice === undefined ? settings : settingsWith(choice);
    domain.progression = progression;
    Object.assign(domain.policies, policies);
    resetControls(scenario);
    clearStore(domain.store);
    domain.seed = seed;
    domain.ids.reset(seed);
    domain.clock.reset();
    organizations.createMissing();
    const all = domain.store.organizations.list();
    const nowMs = domain.clock.now();
    for (const organization of all) {
      for (const rows of scenario.rows) seeding.add(organization, rows(nowMs));
      const agents = domain.store.agents.listOf(organization.id);
      const categories = domain.store.categories.listOf(organization.id);
      for (const calls of scenario.calls)
        seeding.add(organization, { calls: calls({ seed, nowMs, agents, categories }) });
    }
    for (const data of scenario.seedData) this.#add(data, this.#named(data) ?? all);
  }

  /**
   * Adds data and rules: all of them, or none when something is wrong. Ids that are given are kept.
   *
   * @throws {RangeError} when there is no such organization
   * @throws {TypeError} when the data has an unknown field
   * @throws {MockServiceError} when anything else is wrong with it; `fields` names every place
   */
  seed(data: SeedData): void {
    const [first] = this.#dependencies.domain.store.organizations.list();
    if (!first) throw new RangeError("There is no organization to add data to.");
    if (Object(data).policies !== undefined) throw invalidValue("policies", latePolicies);
    this.#add(data, this.#named(data) ?? [first]);
  }

  /** The organization that data names; undefined when it names none. */
  #named(data: unknown): OrganizationRow[] | undefined {
    const { organization: name } = Object(data);
    if (typeof name !== "string") return undefined;
    const organization = this.#dependencies.domain.store.organizations.find(name);
    if (!organization) throw new RangeError(`There is no organization "${name}": name it in the option keys.`);
    return [organization];
  }

  #add(data: SeedData, organizations: readonly OrganizationRow[]): void {
    const { domain, seeding, rules } = this.#dependencies;
    throwProblems(seedProblems(data, this.#seedTarget(organizations)));
    const insertions = insertionsSince(domain.store);
    const idCounts = domain.ids.counts();
    try {
      for (const organization of organizations) seeding.add(organization, data);
      for (const rule of data.rules ?? []) checkRule(rule, domain.store.categories.list());
    } catch (error) {
      insertions.undo();
      domain.ids.reset(domain.seed, idCounts);
      throw error;
    }
    for (const rule of data.rules ?? []) rules.add(rule);
  }

  /** What data is checked against that is added to these organizations. */
  #seedTarget(organizations: readonly OrganizationRow[]): SeedTarget {
    const { store, policies } = this.#dependencies.domain;
    return {
      policies,
      isTaken: (table, id) => store[table].get(id) !== undefined,
      agents: organizations.flatMap(({ id }) => store.agents.listOf(id).filter(isActive)),
      categories: organizations.flatMap(({ id }) => store.categories.listOf(id).map(detailOf)),
      organizationNames: store.organizations.list().map(({ name }) => name),
      organizations: organizations.map(({ name }) => name),
    };
  }

  /** A number that grows with every change. */
  get revision(): number {
    const { clock, store } = this.#dependencies.domain;
    return clock.moves + revisionOf(store);
  }

  /** Everything, as plain data that shares nothing with the service. */
  snapshot(): Snapshot {
    // `snapshotText` wrote the text.
    return JSON.parse(this.snapshotText()) as Snapshot;
  }

  /** A snapshot as JSON. When all recordings together have more than 64 MiB, it has none of their bytes. */
  snapshotText({ withBytes }: { withBytes: boolean } = { withBytes: true }): string {
    const { domain } = this.#dependencies;
    return `${JSON.stringify(snapshotOf(domain.store, this.head(), { withBytes }))}\n`;
  }

  /** The fields of a snapshot besides its organizations. */
  head(): SnapshotHead {
    const { seed, clock, ids } = this.#dependencies.domain;
    return { version: 1, seed, clock: clock.state(), idCounts: ids.counts() };
  }

  /** The bytes of recordings. */
  get recordings(): RecordingStorage {
    return this.#dependencies.domain.store.recordings;
  }

  /**
   * Returns to a snapshot, and ends the requests under way; rules stay. Organizations that are missing from the snapshot are created empty.
   *
   * @throws {MockServiceError} with the place that is wrong; then nothing is changed
   */
  restore(value: unknown): void {
    const { domain, organizations, endRequests } = this.#dependencies;
    const snapshot = organizations.withNames(checkShape(snapshotSchema, value));
    const draft = createStore();
    const { store } = domain;
    loadSnapshot(draft, snapshot, { recordings: store.recordings });
    endRequests();
    replaceStore(domain.store, draft);
    domain.seed = snapshot.seed;
    domain.ids.reset(snapshot.seed, snapshot.idCounts);
    domain.clock.restore(snapshot.clock);
    organizations.createMissing();
  }
}

function isActive({ isActive }: AgentRow): boolean {
  return isActive;
}

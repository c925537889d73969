/** The whole state of a service: reset, seed, snapshot and restore. */

import { checkKnownFields, checkShape } from "./core/check-shape.js";
import type { ServiceClock } from "./core/clock.js";
import type { Categories } from "./domain/categories.js";
import type { DomainDependencies } from "./domain/dependencies.js";
import type { Organizations } from "./domain/organizations.js";
import type { OrganizationSeed, Seeding } from "./domain/seeding.js";
import type { Settings } from "./options.js";
import { loadSnapshot } from "./store/load-snapshot.js";
import { type Snapshot, snapshotSchema } from "./store/snapshot.js";
import { type SnapshotTextOptions, SnapshotTexts } from "./store/snapshot-text.js";
import { clearStore, createStore, replaceStore, revisionOf } from "./store/store.js";

/** Data to add to an organization: the one of this name, by default the first. */
export interface SeedData extends Partial<OrganizationSeed> {
  organization?: string;
}

/** What the state of a service depends on. */
export interface ServiceStateDependencies {
  domain: DomainDependencies;
  organizations: Organizations;
  seeding: Seeding;
  settings: Settings;
  categories: Categories;
  clock: ServiceClock;
  /** Removes what a test has set up besides data: rules, faults, gates, overrides and the journal. */
  resetControls: () => void;
}

/** Everything that a service keeps. Its data is read and replaced here as a whole. */
export class ServiceState {
  readonly #dependencies: ServiceStateDependencies;
  readonly #texts: SnapshotTexts;

  constructor(dependencies: ServiceStateDependencies) {
    const { domain, categories } = dependencies;
    this.#dependencies = dependencies;
    this.#texts = new SnapshotTexts(domain.store, (row) => categories.detailOf(row));
  }

  /** Returns to the scenario, and to the ids and the time of the start. */
  reset(): void {
    const { domain, organizations, seeding, settings, resetControls } = this.#dependencies;
    const { seed, scenario } = settings;
    resetControls();
    clearStore(domain.store);
    domain.seed = seed;
    domain.ids.reset(seed);
    domain.clock.reset();
    for (const organization of organizations.createAll()) {
      seeding.addScenario(organization, scenario.data({ seed, nowMs: domain.clock.now() }));
    }
  }

  /**
   * Adds data; ids of categories and campaigns are kept.
   *
   * @throws {RangeError} when there is no such organization
   * @throws {TypeError} when the data has an unknown field
   */
  seed(given: SeedData): void {
    checkKnownFields(given, ["organization", "agents", "categories", "campaigns", "calls"]);
    const { organization: name, ...data } = given;
    const { domain, seeding } = this.#dependencies;
    const { organizations } = domain.store;
    const organization = name === undefined ? organizations.list()[0] : organizations.findBy("name", name);
    if (!organization) throw new RangeError(`There is no organization "${name ?? ""}": name it in the option keys.`);
    seeding.add(organization, data);
  }

  /** A number that grows with every change. */
  get revision(): number {
    const { domain, clock } = this.#dependencies;
    return clock.moves + revisionOf(domain.store);
  }

  /** Everything, as plain data that shares nothing with the service. */
  snapshot(): Snapshot {
    // Parses the text that `snapshotText` wrote.
    return JSON.parse(this.snapshotText()) as Snapshot;
  }

  /** A snapshot as JSON. */
  snapshotText(options: SnapshotTextOptions = { withBytes: true }): string {
    const { seed, clock, ids } = this.#dependencies.domain;
    return this.#texts.write({ version: 1, seed, clock: clock.state(), idCounts: ids.counts() }, options);
  }

  /** The bytes of uploads, by their SHA-256 as lowercase hex. */
  *recordings(): Iterable<[string, Uint8Array]> {
    const { uploads, recordings } = this.#dependencies.domain.store;
    for (const { key, recording } of uploads.list()) {
      const bytes = recordings.get(key);
      if (recording && bytes) yield [recording.sha256, bytes];
    }
  }

  /**
   * Returns to a snapshot; engine rules stay. Organizations that are missing from the snapshot are created empty.
   *
   * @throws {MockServiceError} with the place that is wrong; then nothing is changed
   */
  restore(value: unknown): void {
    const { domain, categories, organizations } = this.#dependencies;
    const snapshot = organizations.withNames(checkShape(snapshotSchema, value));
    const draft = createStore(domain.policies.emailMatching);
    loadSnapshot(draft, snapshot, { detailOf: (row) => categories.detailOf(row), policies: domain.policies });
    replaceStore(domain.store, draft);
    domain.seed = snapshot.seed;
    domain.ids.reset(snapshot.seed, snapshot.idCounts);
    domain.clock.restore(snapshot.clock);
    organizations.createMissing();
  }
}

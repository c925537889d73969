/** The whole state of a service: reset, seed, snapshot and restore. */

import { checkKnownFields, checkShape } from "./core/check-shape.js";
import type { ServiceClock } from "./core/clock.js";
import type { Categories } from "./domain/categories.js";
import type { DomainDependencies } from "./domain/dependencies.js";
import type { Organizations } from "./domain/organizations.js";
import type { OrganizationSeed, Seeding } from "./domain/seeding.js";
import type { Settings } from "./options.js";
import { takeChangedIds } from "./store/changes.js";
import { loadSnapshot } from "./store/load-snapshot.js";
import type { RecordingStorage } from "./store/recording-storage.js";
import type { CategoryRow } from "./store/rows.js";
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
    const snapshot = JSON.parse(this.snapshotText()) as Snapshot;
    for (const recording of snapshot.organizations.flatMap(({ recordings = [] }) => recordings)) {
      if (recording.base64 === undefined) recording.bytes = this.recordings.get(recording.id)?.read();
    }
    return snapshot;
  }

  /** A snapshot as JSON. When all recordings together have more than 64 MiB, it has none of their bytes. */
  snapshotText(options: SnapshotTextOptions = { withBytes: true }): string {
    const { seed, clock, ids } = this.#dependencies.domain;
    return this.#texts.write({ version: 1, seed, clock: clock.state(), idCounts: ids.counts() }, options);
  }

  /** What has changed since the last time, as the JSON of a `StateChange`; undefined when it is more than that can say. */
  takeChangesText(): string | undefined {
    const { store, clock, ids } = this.#dependencies.domain;
    const changed = takeChangedIds(store);
    return changed && this.#texts.writeChanges({ clock: clock.state(), idCounts: ids.counts() }, changed);
  }

  /** The bytes of recordings. */
  get recordings(): RecordingStorage {
    return this.#dependencies.domain.store.recordings;
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
    const { policies, store } = domain;
    const detailOf = (row: CategoryRow) => categories.detailOf(row);
    loadSnapshot(draft, snapshot, { detailOf, policies, recordings: store.recordings });
    replaceStore(domain.store, draft);
    domain.seed = snapshot.seed;
    domain.ids.reset(snapshot.seed, snapshot.idCounts);
    domain.clock.restore(snapshot.clock);
    organizations.createMissing();
  }
}

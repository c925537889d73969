import type { ServiceClock } from "./core/service-clock.js";
import { checkShape } from "./core/shape.js";
import type { Categories } from "./domain/categories.js";
import type { DomainContext } from "./domain/context.js";
import { emailKeyOf } from "./domain/emails.js";
import type { Organizations } from "./domain/organizations.js";
import type { Seeding } from "./domain/seeding.js";
import type { Settings } from "./options.js";
import type { OrganizationSeed } from "./scenarios/scenarios.js";
import { loadSnapshot } from "./store/load-snapshot.js";
import type { Snapshot } from "./store/snapshot.js";
import { snapshotSchema } from "./store/snapshot-schema.js";
import { type SnapshotTextOptions, SnapshotTexts } from "./store/snapshot-text.js";
import { clearStore, createStore, replaceStore, revisionOf } from "./store/store.js";

/** Data to add to an organization: the one of this name, by default the first. */
export interface SeedData extends Partial<OrganizationSeed> {
  organization?: string;
}

/** What the state of a service consists of. */
export interface ServiceStateDependencies {
  context: DomainContext;
  organizations: Organizations;
  seeding: Seeding;
  settings: Settings;
  categories: Categories;
  clock: ServiceClock;
  /** Removes what a test has set up besides data: rules, faults, gates, overrides and the journal. */
  resetControls: () => void;
}

/** Everything that a service keeps, as a whole: reset, seed, snapshot and restore. */
export class ServiceState {
  readonly #dependencies: ServiceStateDependencies;
  readonly #texts: SnapshotTexts;

  constructor(dependencies: ServiceStateDependencies) {
    const { context, categories } = dependencies;
    this.#dependencies = dependencies;
    this.#texts = new SnapshotTexts(context.store, (row) => categories.detailOf(row));
  }

  /** Returns to the scenario, and to the ids and the time of the start. */
  reset(): void {
    const { context, organizations, seeding, settings, resetControls } = this.#dependencies;
    const { seed, scenario } = settings;
    resetControls();
    clearStore(context.store);
    context.seed = seed;
    context.ids.reset(seed);
    context.clock.reset();
    for (const organization of organizations.createAll()) {
      seeding.addScenario(organization, scenario.data({ seed, nowMs: context.clock.now() }));
    }
  }

  /** Adds data; ids of categories and campaigns are kept. @throws {RangeError} when there is no such organization */
  seed({ organization: name, ...data }: SeedData): void {
    const { context, seeding } = this.#dependencies;
    const { organizations } = context.store;
    const organization = name === undefined ? organizations.list()[0] : organizations.findBy("name", name);
    if (!organization) throw new RangeError(`There is no organization "${name ?? ""}": name it in the option keys.`);
    seeding.add(organization, data);
  }

  /** A number that grows with every change. */
  get revision(): number {
    const { context, clock } = this.#dependencies;
    return clock.moves + revisionOf(context.store);
  }

  /** Everything, as plain data that shares nothing with the service. */
  snapshot(): Snapshot {
    // It is what was just written.
    return JSON.parse(this.snapshotText()) as Snapshot;
  }

  /** A snapshot as JSON. */
  snapshotText(options: SnapshotTextOptions = { withBytes: true }): string {
    const { seed, clock, ids } = this.#dependencies.context;
    return this.#texts.write({ version: 1, seed, clock: clock.state(), idCounts: ids.counts() }, options);
  }

  /** The bytes of uploads, by their SHA-256 as lowercase hex. */
  *recordings(): Iterable<[string, Uint8Array]> {
    const { uploads, recordings } = this.#dependencies.context.store;
    for (const { key, recording } of uploads.list()) {
      const bytes = recordings.get(key);
      if (recording && bytes) yield [recording.sha256, bytes];
    }
  }

  /**
   * Returns to a snapshot; rules stay. Organizations that have a key and are not in it are there, and empty.
   *
   * @throws {MockServiceError} with the place that is wrong; then nothing is changed
   */
  restore(value: unknown): void {
    const { context, categories, organizations } = this.#dependencies;
    const snapshot = organizations.withNames(checkShape(snapshotSchema, value));
    const draft = createStore(emailKeyOf(context.policies.emailMatching));
    loadSnapshot(draft, snapshot, { detailOf: (row) => categories.detailOf(row), policies: context.policies });
    replaceStore(context.store, draft);
    context.seed = snapshot.seed;
    context.ids.reset(snapshot.seed, snapshot.idCounts);
    context.clock.restore(snapshot.clock);
    organizations.createMissing();
  }
}

import type { ServiceClock } from "./core/clock.js";
import { checkShape } from "./core/mock-service-error.js";
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

/** What a service's state is made of. */
export interface ServiceStateParts {
  context: DomainDependencies;
  organizations: Organizations;
  seeding: Seeding;
  settings: Settings;
  categories: Categories;
  clock: ServiceClock;
  /** Forgets what tests have put in place besides data. */
  forget: () => void;
}

/** All that a service keeps, as a whole. */
export class ServiceState {
  readonly #parts: ServiceStateParts;
  readonly #texts: SnapshotTexts;

  constructor(parts: ServiceStateParts) {
    this.#parts = parts;
    this.#texts = new SnapshotTexts(parts.context.store, (row) => parts.categories.detailOf(row));
  }

  /** Returns to the scenario, and to the ids and the time of the start. */
  reset(): void {
    const { context, organizations, seeding, settings, forget } = this.#parts;
    const { seed, scenario } = settings;
    forget();
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
    const { context, seeding } = this.#parts;
    const { organizations } = context.store;
    const organization = name === undefined ? organizations.list()[0] : organizations.findBy("name", name);
    if (!organization) throw new RangeError(`There is no organization "${name ?? ""}": name it in the option keys.`);
    seeding.add(organization, data);
  }

  /** A number that grows with every change. */
  get revision(): number {
    const { context, clock } = this.#parts;
    return clock.moves + revisionOf(context.store);
  }

  /** All that is kept, as plain data that shares nothing with the service. */
  snapshot(): Snapshot {
    // It is what was just written.
    return JSON.parse(this.snapshotText()) as Snapshot;
  }

  /** A snapshot as JSON. */
  snapshotText(options: SnapshotTextOptions = { withBytes: true }): string {
    const { seed, clock, ids } = this.#parts.context;
    return this.#texts.write({ version: 1, seed, clock: clock.state(), idCounts: ids.counts() }, options);
  }

  /** The bytes of uploads, by their SHA-256 as lowercase hex. */
  *recordings(): Iterable<[string, Uint8Array]> {
    const { uploads, recordings } = this.#parts.context.store;
    for (const { key, recording } of uploads.list()) {
      const bytes = recordings.get(key);
      if (recording && bytes) yield [recording.sha256, bytes];
    }
  }

  /**
   * Returns to a snapshot; rules stay. Organizations that have a key and are not in it are there, and empty.
   *
   * @throws {MockServiceError} which names the place at fault; then nothing is changed
   */
  restore(value: unknown): void {
    const snapshot = this.#parts.organizations.withNames(checkShape(snapshotSchema, value));
    const { context, categories } = this.#parts;
    const draft = createStore(context.policies.emailMatching);
    loadSnapshot(draft, snapshot, { detailOf: (row) => categories.detailOf(row), policies: context.policies });
    replaceStore(context.store, draft);
    context.seed = snapshot.seed;
    context.ids.reset(snapshot.seed, snapshot.idCounts);
    context.clock.restore(snapshot.clock);
    this.#parts.organizations.createMissing();
  }
}

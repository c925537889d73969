/** The whole state of a service: reset, seed, snapshot and restore. */

import { checkKnownFields, checkShape, throwProblems, unknownName, unknownNameProblems } from "./core/check-shape.js";
import { type FieldProblem, invalidValue } from "./core/mock-service-error.js";
import type { Domain } from "./domain/domain.js";
import type { Organizations } from "./domain/organizations.js";
import { addRows } from "./domain/seeding.js";
import type { MockServiceOptions, Settings } from "./options.js";
import { type RuleDefinition, stepsOf } from "./rules/rule.js";
import type { Rules } from "./rules/rules.js";
import type { ScenarioChoice } from "./scenarios/scenarios.js";
import { type SeedData, seedSchema } from "./scenarios/seed-schema.js";
import type { RecordingStorage } from "./store/recording-storage.js";
import type { OrganizationRow } from "./store/rows.js";
import { type Snapshot, snapshotOf, snapshotSchema, storeOf } from "./store/snapshot.js";
import { clearStore, insertionUndo, replaceStore, revisionOf } from "./store/store.js";
import { refusalsAt } from "./store/table.js";

const latePolicies = "can only be set when a service starts, by its options, flags or seed file";

/** The dependencies of a service's state. */
export interface ServiceStateDependencies {
  domain: Domain;
  organizations: Organizations;
  settings: Settings;
  /** The settings that another scenario would give. */
  settingsWith: (scenario: ScenarioChoice) => Settings;
  rules: Rules;
  /**
   * `end` ends the requests in flight, as a broken connection does, because they must not change the next state.
   * `reset` also removes everything else that a test has set up, and the journal.
   */
  requests: { end(): void; reset(): void };
}

/** The whole state of a service. Data is read and replaced here as a whole. */
export function serviceState(dependencies: ServiceStateDependencies) {
  const { domain, organizations, settings, settingsWith, rules, requests } = dependencies;

  /** The organization that the data names. Undefined if it names none. */
  function named(data: SeedData): OrganizationRow[] | undefined {
    const { organization: name } = Object(data);
    if (typeof name !== "string") return undefined;
    const { organizations } = domain.store;
    const organization = organizations.find(name);
    if (organization) return [organization];
    const known = organizations.list().map((each) => each.name);
    throw invalidValue("organization", unknownName(name, { what: "an organization", known }));
  }

  /** Adds checked data, or nothing if anything is wrong with it. */
  function add(given: SeedData, organizations: readonly OrganizationRow[]): void {
    const data = checkShape<unknown>(seedSchema, given) as SeedData;
    const rows = [data.agents, data.categories, data.campaigns, data.calls].flat();
    if (organizations.length > 1 && rows.some((row) => row?.id !== undefined)) {
      const names = organizations.map(({ name }) => `"${name}"`).join(", ");
      throw invalidValue("organization", `is required for rows with an id. The organizations are ${names}`);
    }
    const undo = insertionUndo(domain.store);
    const idCounts = domain.ids.counts();
    const problems = [
      ...organizations.flatMap((organization) => addRows(domain, organization, data)),
      ...(data.rules ?? []).flatMap((rule, index) => ruleProblems(rule, `rules[${index}]`)),
    ];
    if (problems.length > 0) {
      undo();
      domain.ids.reset(domain.seed, idCounts);
      throwProblems(problems);
    }
    for (const rule of data.rules ?? []) rules.add(rule);
  }

  /** Checks that the category of a rule for calls exists. Otherwise the rule would never match. */
  function ruleProblems(rule: RuleDefinition, place: string): FieldProblem[] {
    const isOfCalls = stepsOf(rule.then).some((step) => step !== "pass" && step.end);
    const { categoryId } = isOfCalls ? (rule.when?.match ?? {}) : {};
    const known = domain.store.categories.list().map(({ id }) => id);
    return [
      ...refusalsAt(place, () => rules.check(rule)),
      ...unknownNameProblems(`${place}.when.match.categoryId`, categoryId, { what: "known", known }),
    ];
  }

  /** A snapshot as JSON, with the recordings that fit into 64 MiB. */
  function snapshotText({ withBytes }: { withBytes: boolean } = { withBytes: true }): string {
    const { store, seed, clock, ids } = domain;
    const head = { version: 1 as const, seed, clock: clock.state(), idCounts: ids.counts() };
    return `${JSON.stringify(snapshotOf(store, head, { withBytes }))}\n`;
  }

  return {
    /**
     * Restores the initial ids and time, and the initial scenario or another one, with its policies. Ends the requests
     * in flight.
     *
     * @throws {TypeError} for an unknown option or scenario, before anything is changed
     */
    reset(options: Pick<MockServiceOptions, "scenario"> = {}): void {
      checkKnownFields(options, ["scenario"]);
      const { scenario: choice } = options;
      const { seed, scenario, progression, policies } = choice === undefined ? settings : settingsWith(choice);
      requests.reset();
      domain.progression = progression;
      Object.assign(domain.policies, policies);
      clearStore(domain.store);
      domain.seed = seed;
      domain.ids.reset(seed);
      domain.clock.reset();
      organizations.createMissing();
      for (const [index, rule] of scenario.rules.entries())
        throwProblems(refusalsAt(`scenario.rules[${index}]`, () => rules.add(rule)));
      const all = domain.store.organizations.list();
      for (const organization of all)
        for (const rowsFor of scenario.rows)
          throwProblems(addRows(domain, organization, rowsFor(domain, organization)));
      for (const data of scenario.seedData) add(data, named(data) ?? all);
    },

    /**
     * Adds data and rules, or nothing if anything is invalid. Given ids are kept.
     *
     * @throws {TypeError} if the data has an unknown field
     * @throws {MockServiceError} if anything else is wrong. `fields` names every place.
     */
    seed(data: SeedData): void {
      if (Object(data).policies !== undefined) throw invalidValue("policies", latePolicies);
      add(data, named(data) ?? domain.store.organizations.list().slice(0, 1));
    },

    /** A number that grows with every change. */
    get revision(): number {
      const { clock, store } = domain;
      return clock.moves + revisionOf(store);
    },

    /** The whole state, as plain data that shares nothing with the service. */
    snapshot(): Snapshot {
      // `snapshotText` wrote the text.
      return JSON.parse(snapshotText()) as Snapshot;
    },

    snapshotText,

    /** The bytes of recordings. */
    get recordings(): RecordingStorage {
      return domain.store.recordings;
    },

    /**
     * Restores a snapshot, and ends the requests in flight. Rules stay. Organizations that are missing from the
     * snapshot are created empty.
     *
     * @throws {MockServiceError} that names the wrong place, before anything is changed
     */
    restore(value: unknown): void {
      const snapshot = organizations.withNames(checkShape(snapshotSchema, value));
      const draft = storeOf(snapshot, domain.store.recordings);
      requests.end();
      replaceStore(domain.store, draft);
      domain.seed = snapshot.seed;
      domain.ids.reset(snapshot.seed, snapshot.idCounts);
      domain.clock.restore(snapshot.clock);
      organizations.createMissing();
    },
  };
}

/** The whole state of a service. */
export type ServiceState = ReturnType<typeof serviceState>;

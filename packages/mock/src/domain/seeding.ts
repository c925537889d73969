/** Adds the data of scenarios, seed files and tests, and says what of it cannot be added. */
import { throwProblems } from "../core/check-shape.js";
import { type FieldProblem, missingField, wrongValue } from "../core/mock-service-error.js";
import type { OrganizationRow } from "../store/rows.js";
import { refusalsAt } from "../store/table.js";
import type { Agents } from "./agents.js";
import type { Calls, CreateCallRequest } from "./calls.js";
import type { DomainDependencies } from "./dependencies.js";
import { type CallSeed, completeCall, completeCategory, type SeedRows } from "./seed-data.js";

/** The services that the adding of data uses. */
interface SeedingServices {
  agents: Agents;
  calls: Calls;
}

/** Adds data to organizations without a request. */
export class Seeding {
  readonly #dependencies: DomainDependencies;
  readonly #services: SeedingServices;

  constructor(dependencies: DomainDependencies, services: SeedingServices) {
    this.#dependencies = dependencies;
    this.#services = services;
  }

  /**
   * Adds the rows that the service takes. Ids that are given are kept, and the others are derived from the seed.
   *
   * @returns what is wrong with the others
   */
  add(organization: OrganizationRow, rows: SeedRows): FieldProblem[] {
    const { store, ids, clock } = this.#dependencies;
    const { id: organizationId } = organization;
    const calls = rows.calls?.map((call) => ({ ...call, id: call.id ?? call.callId }));
    const addEach = <Row extends { id?: string | undefined }>(
      table: "agents" | "categories" | "campaigns" | "calls",
      given: readonly Row[] = [],
      insert: (row: Row & { id: string }) => unknown,
    ) => {
      // A derived id is never one that a later row has.
      const givenIds = new Set(given.map(({ id }) => id));
      const isTaken = (id: string) => givenIds.has(id) || store[table].get(id) !== undefined;
      return given.flatMap((row, index) => {
        const { id = ids.next(idPrefixes[table], organizationId, isTaken) } = row;
        return refusalsAt(`${table}[${index}]`, () => insert({ ...row, id }));
      });
    };
    return [
      ...addEach("agents", rows.agents, (agent) => this.#services.agents.create(organization, agent)),
      ...addEach("categories", rows.categories, ({ id, ...category }) => {
        const now = new Date(clock.now()).toISOString();
        const detail = completeCategory(category, {
          id,
          now,
          deriveId: (kind, ...place) => ids.of(kind, id, ...place),
        });
        return store.categories.insert({ ...detail, organizationId });
      }),
      ...addEach("campaigns", rows.campaigns, ({ id, name }) => store.campaigns.insert({ id, name, organizationId })),
      ...addEach("calls", calls, (call) => this.#addCall(organization, call)),
    ];
  }

  #addCall(organization: OrganizationRow, seed: CallSeed & { id: string }): void {
    const { store } = this.#dependencies;
    const { analysis, metadata, id, ...call } = completeCall(seed, {
      members: store.agents.listOf(organization.id).filter(({ isActive }) => isActive),
      categories: store.categories.listOf(organization.id),
    });
    throwProblems([
      ...(["memberId", "categoryId", "audio_url"] as const)
        .filter((name) => call[name] === undefined)
        .map(missingField),
      ...(metadata && !analysis ? [wrongValue("metadata", "goes with an analysis: without one, give a date")] : []),
    ]);
    const given = analysis && { analysis, metadata: metadata ?? {} };
    // The required fields are there.
    const request = call as CreateCallRequest;
    this.#services.calls.create(organization, request, { id, given, progression: { mode: "immediate" } });
  }
}

const idPrefixes = { agents: "mem", categories: "cat", campaigns: "cmp", calls: "call" };

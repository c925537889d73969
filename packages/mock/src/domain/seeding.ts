/** Adds the data of scenarios, seed files and tests. */
import { withPaths } from "../core/mock-service-error.js";
import type { ReviewedCategory } from "../engine/configuration.js";
import type { OrganizationRow } from "../store/rows.js";
import type { Agents } from "./agents.js";
import type { Calls, CreateCallRequest } from "./calls.js";
import type { DomainDependencies } from "./dependencies.js";
import { completeCall, completeCategory, type SeedRows } from "./seed-data.js";

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

  /** Adds data that was checked. Ids that are given are kept, and the others are derived from the seed. */
  add(organization: OrganizationRow, rows: SeedRows): void {
    const { agents = [], categories = [], campaigns = [] } = rows;
    const { store } = this.#dependencies;
    const calls = (rows.calls ?? []).map((call) => ({ ...call, id: call.id ?? call.callId }));
    const idOf = {
      agents: this.#idsFor("mem", organization, { table: store.agents, rows: agents }),
      categories: this.#idsFor("cat", organization, { table: store.categories, rows: categories }),
      campaigns: this.#idsFor("cmp", organization, { table: store.campaigns, rows: campaigns }),
      calls: this.#idsFor("call", organization, { table: store.calls, rows: calls }),
    };
    const organizationId = organization.id;
    for (const agent of agents) this.#services.agents.insert(organization, { ...agent, id: idOf.agents(agent) });
    for (const category of categories) {
      const detail = this.#completed(category, idOf.categories(category));
      store.categories.insert({ ...detail, organizationId });
    }
    for (const campaign of campaigns)
      store.campaigns.insert({ id: idOf.campaigns(campaign), name: campaign.name, organizationId });
    const isOwn = (row: { organizationId: string }) => row.organizationId === organizationId;
    const members = store.agents
      .list()
      .filter(isOwn)
      .map((agent) => agent.id);
    const known = { members, categories: store.categories.list().filter(isOwn) };
    for (const [index, row] of calls.entries()) {
      const { analysis, metadata = {}, ...call } = completeCall(row, known);
      const id = idOf.calls(row);
      const given = analysis && { analysis, metadata };
      // Its rows were checked, so the required fields are there.
      const request = call as CreateCallRequest;
      withPaths(
        () => this.#services.calls.create(organization, request, { id, given, progression: { mode: "immediate" } }),
        (path) => `calls[${index}].${path}`,
      );
    }
  }

  /** Gives rows their ids. A derived one is never one that a later row has. */
  #idsFor(
    prefix: string,
    { id: organizationId }: OrganizationRow,
    { table, rows }: { table: { get(id: string): unknown }; rows: readonly { id?: string | undefined }[] },
  ): (row: { id?: string | undefined }) => string {
    const given = new Set(rows.map(({ id }) => id));
    const isTaken = (id: string) => given.has(id) || table.get(id) !== undefined;
    return ({ id }) => id ?? this.#dependencies.ids.next(prefix, organizationId, isTaken);
  }

  #completed(category: NonNullable<SeedRows["categories"]>[number], id: string): ReviewedCategory {
    const { clock, ids } = this.#dependencies;
    const now = new Date(clock.now()).toISOString();
    return completeCategory(category, { id, now, deriveId: (kind, ...place) => ids.of(kind, id, ...place) });
  }
}

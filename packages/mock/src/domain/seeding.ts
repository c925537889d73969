/** Adds the data of scenarios and tests. */
import type { CategoryDetail } from "@call-analysis/sdk";
import type { Ids } from "../store/ids.js";
import type { OrganizationRow } from "../store/rows.js";
import type { Store } from "../store/store.js";
import type { Agents } from "./agents.js";
import type { Calls, CreateCallRequest } from "./calls.js";
import type { DomainDependencies } from "./dependencies.js";

/** The data of an organization at the start. Agents and calls have no ids yet: the service generates them. */
export interface OrganizationSeed {
  agents: { name: string; email: string; image?: string }[];
  categories: CategoryDetail[];
  campaigns: { id: string; name: string }[];
  /** Calls whose analysis has ended. */
  calls: CreateCallRequest[];
}

/** Adds data to organizations without a request. */
export class Seeding {
  readonly #store: Store;
  readonly #ids: Ids;
  readonly #agents: Agents;
  readonly #calls: Calls;

  constructor({ store, ids }: DomainDependencies, { agents, calls }: { agents: Agents; calls: Calls }) {
    this.#store = store;
    this.#ids = ids;
    this.#agents = agents;
    this.#calls = calls;
  }

  /** Adds data. The ids of categories and campaigns are kept. */
  add(
    organization: OrganizationRow,
    { agents = [], categories = [], campaigns = [], calls = [] }: Partial<OrganizationSeed>,
  ): void {
    for (const agent of agents) this.#agents.create(organization, agent);
    for (const category of categories) this.#store.categories.insert({ ...category, organizationId: organization.id });
    for (const campaign of campaigns) this.#store.campaigns.insert({ ...campaign, organizationId: organization.id });
    for (const call of calls) this.#calls.create(organization, call, { progression: { mode: "immediate" } });
  }

  /** Adds a scenario's data with new ids, because several organizations can start with the same scenario. */
  addScenario(organization: OrganizationRow, { agents, categories, campaigns, calls }: OrganizationSeed): void {
    const own = this.#withIds<CategoryDetail>("cat", organization, categories);
    const ownId = new Map(categories.map(({ id }, index) => [id, own[index]?.id ?? id]));
    this.add(organization, {
      agents,
      categories: own,
      campaigns: this.#withIds("cmp", organization, campaigns),
      calls: calls.map((call) => ({ ...call, categoryId: ownId.get(call.categoryId) ?? call.categoryId })),
    });
  }

  #withIds<Row extends { id: string }>(prefix: string, { id }: OrganizationRow, rows: Row[]): Row[] {
    return rows.map((row, index) => ({ ...row, id: this.#ids.of(prefix, id, index + 1) }));
  }
}

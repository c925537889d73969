import type { CategoryDetail } from "@call-analysis/sdk";
import type { OrganizationSeed } from "../scenarios/scenarios.js";
import type { OrganizationRow } from "../store/rows.js";
import type { Agents } from "./agents.js";
import type { Calls } from "./calls.js";
import type { DomainContext } from "./context.js";

/** Puts an organization's data in place without a request. */
export class Seeding {
  readonly #context: DomainContext;
  readonly #agents: Agents;
  readonly #calls: Calls;

  constructor(context: DomainContext, { agents, calls }: { agents: Agents; calls: Calls }) {
    this.#context = context;
    this.#agents = agents;
    this.#calls = calls;
  }

  /** Adds data as it is: the ids of categories and campaigns are kept. */
  add(
    organization: OrganizationRow,
    { agents = [], categories = [], campaigns = [], calls = [] }: Partial<OrganizationSeed>,
  ): void {
    const { store } = this.#context;
    for (const agent of agents) this.#agents.create(organization, agent);
    for (const category of categories) store.categories.insert({ ...category, organizationId: organization.id });
    for (const campaign of campaigns) store.campaigns.insert({ ...campaign, organizationId: organization.id });
    for (const call of calls) this.#calls.create(organization, call, { progression: { mode: "immediate" } });
  }

  /** Adds a scenario's data under ids of the organization's own: several organizations may start with the same. */
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
    return rows.map((row, index) => ({ ...row, id: this.#context.ids.of(prefix, id, index + 1) }));
  }
}

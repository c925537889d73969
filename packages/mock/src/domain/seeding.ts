/** Adds the data of scenarios, seed files and tests. */
import { MockServiceError, wrongValue } from "../core/mock-service-error.js";
import type { ReviewedCategory } from "../engine/configuration.js";
import type { Ids } from "../store/ids.js";
import type { OrganizationRow } from "../store/rows.js";
import type { Store } from "../store/store.js";
import type { Agents } from "./agents.js";
import type { Calls } from "./calls.js";
import type { DomainDependencies } from "./dependencies.js";
import { completeCategory, type SeedRows } from "./seed-data.js";

/** Adds data to organizations without a request. */
export class Seeding {
  readonly #store: Store;
  readonly #ids: Ids;
  readonly #clock: DomainDependencies["clock"];
  readonly #agents: Agents;
  readonly #calls: Calls;

  constructor({ store, ids, clock }: DomainDependencies, { agents, calls }: { agents: Agents; calls: Calls }) {
    this.#store = store;
    this.#ids = ids;
    this.#clock = clock;
    this.#agents = agents;
    this.#calls = calls;
  }

  /** Adds data that was checked. Ids that are given are kept, and the others are derived from the seed. */
  add(organization: OrganizationRow, rows: SeedRows): void {
    const { agents = [], categories = [], campaigns = [], calls = [] } = rows;
    const idOf = {
      agents: this.#idsFor("mem", organization, { table: this.#store.agents, rows: agents }),
      categories: this.#idsFor("cat", organization, { table: this.#store.categories, rows: categories }),
      campaigns: this.#idsFor("cmp", organization, { table: this.#store.campaigns, rows: campaigns }),
      calls: this.#idsFor("call", organization, { table: this.#store.calls, rows: calls }),
    };
    const organizationId = organization.id;
    for (const agent of agents) this.#agents.insert(organization, { ...agent, id: idOf.agents(agent) });
    for (const category of categories) {
      const detail = this.#completed(category, idOf.categories(category));
      this.#store.categories.insert({ ...detail, organizationId });
    }
    for (const campaign of campaigns)
      this.#store.campaigns.insert({ id: idOf.campaigns(campaign), name: campaign.name, organizationId });
    for (const [index, { analysis, metadata = {}, ...call }] of calls.entries()) {
      const id = idOf.calls(call);
      const given = analysis && { analysis, metadata };
      at(`calls[${index}]`, () =>
        this.#calls.create(organization, call, { id, given, progression: { mode: "immediate" } }),
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
    return ({ id }) => id ?? this.#ids.next(prefix, organizationId, isTaken);
  }

  #completed(category: NonNullable<SeedRows["categories"]>[number], id: string): ReviewedCategory {
    const now = new Date(this.#clock.now()).toISOString();
    return completeCategory(category, { id, now, deriveId: (kind, ...place) => this.#ids.of(kind, id, ...place) });
  }
}

/** Runs an action. The errors that it throws name the row. */
function at(place: string, action: () => unknown): void {
  try {
    action();
  } catch (error) {
    if (!(error instanceof MockServiceError)) throw error;
    const fields = error.fields.map(({ path, message }) => wrongValue(`${place}.${path}`, message));
    throw new MockServiceError("invalid-input", `${place}: ${error.message}`, fields);
  }
}

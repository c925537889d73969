import type {
  AgentRow,
  CallRow,
  CampaignRow,
  CategoryRow,
  OrganizationRow,
  OwnedRow,
  ProspectRow,
  UploadRow,
} from "./rows.js";
import { Table } from "./table.js";

const indexes = { organization: ({ organizationId }: OwnedRow) => organizationId };

/** All that the service keeps. Every row but an organization's own belongs to one organization. */
export interface Store {
  organizations: Table<OrganizationRow, "name">;
  agents: Table<AgentRow, "email", "organization">;
  categories: Table<CategoryRow, never, "organization">;
  uploads: Table<UploadRow, "key", "organization">;
  calls: Table<CallRow, never, "organization">;
  campaigns: Table<CampaignRow, never, "organization">;
  prospects: Table<ProspectRow, never, "organization">;
  /** The bytes of uploaded recordings, by storage key. */
  recordings: Map<string, Uint8Array<ArrayBuffer>>;
}

/** Makes an empty store; `emailKey` says which e-mails count as the same. */
export function createStore(emailKey: (email: string) => string): Store {
  // A call holds its category's configuration, which would otherwise be looked through for each call.
  const frozen = new WeakSet<object>();
  return {
    organizations: new Table<OrganizationRow, "name">({ name: "organization", unique: { name: ({ name }) => name } }),
    agents: new Table<AgentRow, "email", "organization">({
      name: "agent",
      unique: { email: (agent) => activeEmail(agent, emailKey) },
      indexes,
    }),
    categories: new Table<CategoryRow, never, "organization">({ name: "category", indexes, frozen }),
    uploads: new Table<UploadRow, "key", "organization">({
      name: "upload",
      unique: { key: ({ key }) => key },
      indexes,
    }),
    calls: new Table<CallRow, never, "organization">({ name: "call", indexes, frozen }),
    campaigns: new Table<CampaignRow, never, "organization">({ name: "campaign", indexes }),
    prospects: new Table<ProspectRow, never, "organization">({ name: "prospect", indexes }),
    recordings: new Map(),
  };
}

/** The value of the agents' unique key `email`. */
export function emailInOrganization(organizationId: string, emailKey: string): string {
  return `${organizationId} ${emailKey}`;
}

/** Empties the store. */
export function clearStore(store: Store): void {
  for (const part of Object.values(store)) part.clear();
}

/** Puts the rows of another store in place of a store's own. */
export function replaceStore(store: Store, { recordings, ...other }: Store): void {
  clearStore(store);
  for (const [name, table] of Object.entries(other)) {
    // The two stores have the same tables, each with rows of one kind.
    const target: { insert(row: object): unknown } = store[name as keyof typeof other] as never;
    for (const row of table.list()) target.insert(row);
  }
  for (const [key, bytes] of recordings) store.recordings.set(key, bytes);
}

/** A number that grows with every change of a table. */
export function revisionOf({ recordings: _, ...tables }: Store): number {
  return Object.values(tables).reduce((sum, { revision }) => sum + revision, 0);
}

/** The row with this id when it is the organization's: what others have is as good as not there. */
export function getOwned<Row extends OwnedRow>(
  table: { get(id: string): Row | undefined },
  organizationId: string,
  id: string,
): Row | undefined {
  const row = table.get(id);
  return row?.organizationId === organizationId ? row : undefined;
}

function activeEmail(agent: AgentRow, emailKey: (email: string) => string): string | undefined {
  return agent.isActive ? emailInOrganization(agent.organizationId, emailKey(agent.email)) : undefined;
}

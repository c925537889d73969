import type { AgentRow, CallRow, CampaignRow, CategoryRow, OrganizationRow, ProspectRow, UploadRow } from "./rows.js";

/** A table of the service's state. Rows are frozen: change them with `update`. */
export interface DatabaseTable<Row extends { readonly id: string }> {
  /** The row with this id, or undefined. */
  get(id: string): Row | undefined;
  /** All rows, of all organizations, in the order in which they came. */
  list(): Row[];
  /** Adds a row. @throws {UniqueKeyError} when its id or a unique key is taken */
  insert(row: Row): Row;
  /** Changes fields of a row. @throws {RangeError} when there is none */
  update(id: string, change: Partial<Omit<Row, "id">>): Row;
  /** Removes a row; false when there was none. */
  delete(id: string): boolean;
}

/** The service's state, for tests to look into and to change. */
export interface Database {
  readonly organizations: DatabaseTable<OrganizationRow>;
  readonly agents: DatabaseTable<AgentRow>;
  readonly categories: DatabaseTable<CategoryRow>;
  readonly calls: DatabaseTable<CallRow>;
  readonly uploads: DatabaseTable<UploadRow>;
  readonly campaigns: DatabaseTable<CampaignRow>;
  readonly prospects: DatabaseTable<ProspectRow>;
}

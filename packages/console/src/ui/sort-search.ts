/** The address of a page whose table can be sorted, and which has no other choices. */
export interface SortSearch {
  /** A column's id, with `-` before it for descending. */
  sort?: string | undefined;
}

/** What an address says. Whatever else it has is left out. */
export function sortSearch({ sort }: Record<string, unknown>): SortSearch {
  return typeof sort === "string" && sort !== "" ? { sort } : {};
}

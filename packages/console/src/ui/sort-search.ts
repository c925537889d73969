/** The address of a page whose table can be sorted, and which has no other choices. */
export interface SortSearch {
  /** A column's id, with `-` before it for descending. */
  sort?: string | undefined;
}

/** What an address says. Whatever else it has is left out. */
export function sortSearch({ sort }: Record<string, unknown>): SortSearch {
  return typeof sort === "string" && sort !== "" ? { sort } : {};
}

/** The texts that an address has at these names. Numbers are texts too: an id may be one. */
export function textsIn<Name extends string>(
  search: Record<string, unknown>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const texts = names.map((name) => [name, String(search[name] ?? "")] as const).filter(([, text]) => text !== "");
  // Only these names are there.
  return Object.fromEntries(texts) as Partial<Record<Name, string>>;
}

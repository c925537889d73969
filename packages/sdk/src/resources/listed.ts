/** The payload of a list operation; what is no list would fail in the caller's hands. */
export function listed<Item>(items: Item[], refuse: (found: string) => Error): Item[] {
  if (!Array.isArray(items)) throw refuse("no list in `data`");
  return items;
}

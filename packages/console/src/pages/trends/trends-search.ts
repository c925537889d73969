/** What the address of the trends says: which calls are counted, and how they are grouped. */
export interface TrendsSearch {
  agent?: string | undefined;
  category?: string | undefined;
  outcome?: string | undefined;
  /** Only the last days of the calls that there are. @default all */
  days?: number | undefined;
  /** What calls are grouped by. @default "agent" */
  by?: "category" | "outcome" | undefined;
  /** A column's id, with `-` before it for descending. @default "-calls" */
  sort?: string | undefined;
  /** The same for the table of criteria. @default "-missed" */
  criteria?: string | undefined;
  /** The criterion whose calls are shown. */
  criterion?: string | undefined;
}

/** What an address says. Whatever else it has is left out. */
export function trendsSearch(search: Record<string, unknown>): TrendsSearch {
  const texts = (["agent", "category", "outcome", "sort", "criteria", "criterion"] as const).flatMap((field) => {
    const value = search[field];
    return value === undefined || value === "" ? [] : [[field, String(value)] as const];
  });
  const { days, by } = search;
  return {
    ...Object.fromEntries(texts),
    ...(typeof days === "number" && days > 0 && { days }),
    ...((by === "category" || by === "outcome") && { by }),
  };
}

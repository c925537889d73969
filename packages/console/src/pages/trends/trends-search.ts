import { textsIn } from "../../ui/page-search.ts";

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
  const { days, by } = search;
  return {
    ...textsIn(search, ["agent", "category", "outcome", "sort", "criteria", "criterion"]),
    ...(typeof days === "number" && days > 0 && { days }),
    ...((by === "category" || by === "outcome") && { by }),
  };
}

import { textsIn } from "../../ui/page-search.ts";

/** What the address of the trends says: which calls are counted, and how they are grouped. */
export interface TrendsSearch {
  agent?: string | undefined;
  category?: string | undefined;
  /** What calls are grouped by. @default "agent" */
  by?: "category" | undefined;
  /** The criterion whose calls are shown. */
  criterion?: string | undefined;
}

/** What an address says. Whatever else it has is left out. */
export function trendsSearch(search: Record<string, unknown>): TrendsSearch {
  return {
    ...textsIn(search, ["agent", "category", "criterion"]),
    ...(search.by === "category" && { by: "category" }),
  };
}

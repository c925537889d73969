import { textsIn } from "../../ui/page-search.ts";

/** The search parameters of Trends: which calls are counted, and how they are grouped. */
export interface TrendsSearch {
  agent?: string | undefined;
  category?: string | undefined;
  /** What calls are grouped by. @default "agent" */
  by?: "category" | undefined;
  /** The criterion whose calls are shown. */
  criterion?: string | undefined;
}

/** Parses the search parameters. Unknown ones are dropped. */
export function trendsSearch(search: Record<string, unknown>): TrendsSearch {
  return {
    ...textsIn(search, ["agent", "category", "criterion"]),
    ...(search.by === "category" && { by: "category" }),
  };
}

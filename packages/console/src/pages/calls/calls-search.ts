import type { CallFilter } from "../../data/queries.ts";
import { textsIn } from "../../ui/page-search.ts";

/** The list's search parameters: which calls are shown, and whether the dialog "New call" is open. */
export interface CallsSearch {
  /** A text to find in the recording's address, the id, the names and the user-defined fields. */
  q?: string | undefined;
  status?: string | undefined;
  agent?: string | undefined;
  category?: string | undefined;
  outcome?: string | undefined;
  new?: true | undefined;
}

/** Parses the search parameters. Unknown ones are dropped. */
export function callsSearch(search: Record<string, unknown>): CallsSearch {
  return {
    ...textsIn(search, ["q", "status", "agent", "category", "outcome"]),
    ...(search.new === true && { new: true }),
  };
}

/** The calls that an address means. */
export function filterOf({ q, status, agent, category, outcome }: CallsSearch): CallFilter {
  return { q, status, memberId: agent, categoryId: category, outcomeLabel: outcome };
}

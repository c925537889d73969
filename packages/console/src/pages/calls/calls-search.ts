import { textsIn } from "../../ui/page-search.ts";

/** What the address of the list says: which calls, in which order, and whether the dialog "New call" is asked for. */
export interface CallsSearch {
  /** A text to find in the recording's name, the id, the agent and the category. */
  q?: string | undefined;
  status?: string | undefined;
  agent?: string | undefined;
  category?: string | undefined;
  /** A column's id, with `-` before it for descending. @default "-created" */
  sort?: string | undefined;
  new?: true | undefined;
}

const textFields = ["q", "status", "agent", "category", "sort"] as const;

/** What an address says. Whatever else it has is left out. */
export function callsSearch(search: Record<string, unknown>): CallsSearch {
  return { ...textsIn(search, textFields), ...(search.new === true && { new: true }) };
}

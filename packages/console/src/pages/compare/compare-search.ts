import { textsIn } from "../../ui/page-search.ts";

/** What the address of a comparison says. */
export interface CompareSearch {
  /** The id of the first call, with which the second is compared. */
  a?: string | undefined;
  b?: string | undefined;
  /** `scorecard` keeps the order of the scorecard. @default the largest regression first */
  order?: "scorecard" | undefined;
  /** Whether criteria with the same result are left out. */
  differences?: true | undefined;
  /** Whether only criteria are shown that either call has missed. */
  missed?: true | undefined;
}

/** What an address says. Whatever else it has is left out. */
export function compareSearch(search: Record<string, unknown>): CompareSearch {
  const { order, differences, missed } = search;
  return {
    ...textsIn(search, ["a", "b"]),
    ...(order === "scorecard" && { order }),
    ...(differences === true && { differences }),
    ...(missed === true && { missed }),
  };
}

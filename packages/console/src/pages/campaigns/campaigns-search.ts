import { textsIn } from "../../ui/page-search.ts";

/** The address of the page says which campaign's prospects are shown, and in which order. */
export interface CampaignsSearch {
  campaign?: string | undefined;
  /** A column's id, with `-` before it for descending. @default the newest first */
  sort?: string | undefined;
}

/** Reads an address; ignores everything else in it. */
export function campaignsSearch(search: Record<string, unknown>): CampaignsSearch {
  return textsIn(search, ["campaign", "sort"]);
}

import { textsIn } from "../../ui/page-search.ts";

/** The address of the page says which campaign's prospects are shown. */
export interface CampaignsSearch {
  campaign?: string | undefined;
}

/** Reads an address; ignores everything else in it. */
export function campaignsSearch(search: Record<string, unknown>): CampaignsSearch {
  return textsIn(search, ["campaign"]);
}

import type { CategoryDetail } from "@call-analysis/sdk";
import type { ClockState } from "../core/clock.js";
import type { AgentRow, CallRow, CampaignRow, CategoryRow, OrganizationRow, ProspectRow, UploadRow } from "./rows.js";

/** All that a service keeps, as JSON. Keys are not in it. */
export interface Snapshot {
  version: 1;
  seed: number;
  clock: ClockState;
  organizations: OrganizationSnapshot[];
  /** How many ids of each kind were given out, so that none is given twice. */
  idCounts?: Record<string, number>;
}

/** An organization with all its rows. */
export interface OrganizationSnapshot {
  id: string;
  /** Without a name it takes the place of the first organization that has none in the snapshot. */
  name?: string;
  agents: Unowned<AgentRow>[];
  categories: Unowned<CategoryRow>[];
  calls: CallSnapshot[];
  uploads: Unowned<UploadRow>[];
  campaigns: Unowned<CampaignRow>[];
  prospects: Unowned<ProspectRow>[];
  /** The bytes of its uploads, each recording once. */
  recordings?: RecordingSnapshot[];
}

/** A call; its category's configuration is in it where it is no longer the category's own. */
export interface CallSnapshot extends Omit<CallRow, "organizationId" | "category"> {
  category?: CategoryDetail;
}

/** The bytes of a recording. */
export interface RecordingSnapshot {
  /** The SHA-256 of the bytes, as lowercase hex. */
  id: string;
  sizeBytes: number;
  /** Missing in a state file, which has the bytes in files beside it. */
  base64?: string;
}

/** A row without its organization, which it is listed under. */
export type Unowned<Row> = Omit<Row, "organizationId">;

/** An organization as a row of its own. */
export function organizationRow({ id, name = id }: OrganizationSnapshot): OrganizationRow {
  return { id, name };
}

/** The form of a snapshot: its types, and its schema. */
import * as z from "zod";
import { type ClockState, latestClockMs } from "../core/clock.js";
import {
  type CallSnapshot,
  type OrganizationRow,
  type OwnedTableName,
  ownedTableNames,
  ownedTables,
  type Rows,
  type ShapeOf,
  type Unowned,
} from "./rows.js";

/** The whole state of a service as JSON, without API keys. */
export interface Snapshot {
  version: 1;
  seed: number;
  clock: ClockState;
  organizations: OrganizationSnapshot[];
  /** How many ids of each kind were generated, so that none is generated twice. */
  idCounts?: Record<string, number>;
  /** What the state does not contain. Missing when everything is there. */
  leftOut?: LeftOut;
}

/** The fields of a snapshot besides its organizations. */
export type SnapshotHead = Pick<Snapshot, "version" | "seed" | "clock" | "idCounts">;

/** The recordings whose bytes are not in a state. */
export interface LeftOut {
  /** Their ids. */
  recordings: string[];
  /** Of all of them together. */
  sizeBytes: number;
  /** Why, and which service takes the state all the same. */
  reason: string;
}

/** The rows of every table, but calls. */
type PlainTables = { [Name in Exclude<OwnedTableName, "calls">]: Unowned<Rows[Name]>[] };

/** An organization with all its rows. */
export interface OrganizationSnapshot extends PlainTables {
  id: string;
  /** An organization without one gets the first name that has a key and is not in the snapshot. */
  name?: string;
  calls: CallSnapshot[];
  /** The bytes of its uploads, each recording once. */
  recordings?: RecordingSnapshot[];
}

/** The most bytes of recordings that a snapshot contains as base64, in all. */
export const maxInlineBytes = 64 * 1024 * 1024;

/**
 * A recording. Its bytes are in the snapshot as long as all recordings together have at most 64 MiB; otherwise, and in
 * a state file, they are apart.
 */
export interface RecordingSnapshot {
  /** The SHA-256 of the bytes, as lowercase hex. */
  id: string;
  sizeBytes: number;
  base64?: string;
}

const recording = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{64}$/),
  sizeBytes: z.int().min(0),
  // Whether it is base64 is seen when it is read: the expression of zod fails on a long text.
  base64: z.string().optional(),
} satisfies ShapeOf<RecordingSnapshot>);

/** A list that is missing is empty: a state that an earlier version saved has none for the tables that came later. */
const tables = Object.fromEntries(ownedTableNames.map((name) => [name, z.array(ownedTables[name].row).optional()]));

const organization = z.strictObject({
  id: z.string().min(1),
  name: z.string().optional(),
  ...tables,
  recordings: z.array(recording).optional(),
} satisfies Record<Exclude<keyof OrganizationSnapshot, OwnedTableName>, z.ZodType>);

/** Validates snapshots. */
export const snapshotSchema = z.strictObject({
  version: z.literal(1),
  seed: z.int(),
  clock: z.strictObject({
    nowMs: z.number().min(0).max(latestClockMs),
    offsetMs: z.number().nullable(),
  } satisfies ShapeOf<ClockState>),
  organizations: z.array(organization),
  idCounts: z.record(z.string(), z.int().min(0)).optional(),
  leftOut: z.unknown().optional(),
} satisfies Record<keyof Snapshot, z.ZodType>) as unknown as z.ZodType<Snapshot>;

/** The row of an organization. */
export function organizationRow({ id, name = id }: OrganizationSnapshot): OrganizationRow {
  return { id, name };
}

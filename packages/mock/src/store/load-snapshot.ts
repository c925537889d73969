/** Fills an empty store from a snapshot. */
import type { CategoryDetail } from "@call-analysis/sdk";
import { fromBase64 } from "../core/encoding.js";
import { invalidFields, invalidValue, MockServiceError } from "../core/mock-service-error.js";
import { checkPartial, type PartialCheckOptions } from "../engine/partial-check.js";
import type { CategoryRow } from "./rows.js";
import { type OrganizationSnapshot, organizationRow, type Snapshot } from "./snapshot.js";
import { getOwned, type Store } from "./store.js";
import { UniqueKeyError } from "./table.js";

/**
 * Inserts the rows of a snapshot into an empty store.
 *
 * @throws {MockServiceError} which names the path of the row that is not valid or conflicts with another
 */
export function loadSnapshot(store: Store, { organizations }: Snapshot, options: LoadSnapshotOptions): void {
  for (const [index, organization] of organizations.entries()) {
    const place = `organizations[${index}]`;
    at(place, () => store.organizations.insert(organizationRow(organization)));
    loadTables(store, organization, place);
    loadCalls(store, organization, place, options);
    loadRecordings(store, organization, place);
  }
}

/** What the rows of calls are checked with. */
export interface LoadSnapshotOptions {
  /** The configuration of a category, in the form of the contract. */
  detailOf: (category: CategoryRow) => CategoryDetail;
  policies: PartialCheckOptions["policies"];
}

const plainTables = ["agents", "categories", "uploads", "campaigns", "prospects"] as const;

function loadTables(store: Store, organization: OrganizationSnapshot, place: string): void {
  for (const name of plainTables) {
    const table: { insert(row: object): unknown } = store[name] as never;
    for (const [index, row] of organization[name].entries()) {
      at(`${place}.${name}[${index}]`, () => table.insert({ ...row, organizationId: organization.id }));
    }
  }
}

function loadCalls(
  store: Store,
  { id, calls }: OrganizationSnapshot,
  place: string,
  { detailOf, policies }: LoadSnapshotOptions,
): void {
  for (const [index, call] of calls.entries()) {
    const path = `${place}.calls[${index}]`;
    const current = getOwned(store.categories, id, call.categoryId);
    const category = call.category ?? (current && detailOf(current));
    if (!category) throw invalidValue(`${path}.categoryId`, "is no category of the organization");
    at(`${path}.analysisOverrides`, () => checkPartial(call.analysisOverrides ?? {}, { category, policies }));
    at(path, () => store.calls.insert({ ...call, organizationId: id, category }));
  }
}

function loadRecordings(store: Store, { uploads, recordings = [] }: OrganizationSnapshot, place: string): void {
  const bytesOf = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const [index, { id, sizeBytes, base64 }] of recordings.entries()) {
    const path = `${place}.recordings[${index}].base64`;
    if (base64 === undefined) throw invalidValue(path, "is required");
    const bytes = fromBase64(base64);
    if (bytes.length !== sizeBytes)
      throw invalidValue(path, `has ${bytes.length} bytes, and sizeBytes says ${sizeBytes}`);
    bytesOf.set(id, bytes);
  }
  for (const { key, recording } of uploads) {
    const bytes = recording ? bytesOf.get(recording.sha256) : undefined;
    if (bytes) store.recordings.set(key, bytes);
  }
}

/** Runs an action. The errors that it throws name the place in the snapshot. */
function at(place: string, action: () => unknown): void {
  try {
    action();
  } catch (error) {
    if (error instanceof UniqueKeyError) throw invalidValue(place, error.message);
    if (!(error instanceof MockServiceError)) throw error;
    throw invalidFields(
      error.kind,
      error.fields.map((field) => ({ ...field, path: `${place}.${field.path}` })),
    );
  }
}

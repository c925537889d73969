/** Writes the store as the JSON text of a snapshot. */
import { toBase64 } from "../core/encoding.js";
import type { ReviewedCategory } from "../engine/configuration.js";
import type { CallRow, CategoryRow, OrganizationRow, OwnedRow, UploadRow } from "./rows.js";
import { type LeftOut, maxInlineBytes, type RecordingSnapshot, type SnapshotHead } from "./snapshot.js";
import type { Store } from "./store.js";

/** How a snapshot is written. */
export interface SnapshotTextOptions {
  /** Whether it contains the bytes of recordings, when all of them together have at most 64 MiB. */
  withBytes: boolean;
}

/**
 * Writes snapshots as JSON. The text of each row is kept for the next snapshot: rows are frozen, so that only new
 * ones must be written again.
 */
export class SnapshotTexts {
  readonly #store: Store;
  readonly #detailOf: (category: CategoryRow) => ReviewedCategory;
  readonly #rows = new WeakMap<object, string>();
  /** The texts of calls that contain a category: another text than the same call has without it. */
  readonly #callsWithCategory = new WeakMap<object, string>();

  constructor(store: Store, detailOf: (category: CategoryRow) => ReviewedCategory) {
    this.#store = store;
    this.#detailOf = detailOf;
  }

  /** The whole snapshot. */
  write(head: SnapshotHead, { withBytes }: SnapshotTextOptions): string {
    const sizeBytes = this.#recordingBytes();
    const options = { withBytes: withBytes && sizeBytes <= maxInlineBytes };
    const organizations = this.#store.organizations.list().map((row) => this.#organization(row, options));
    const fields = options.withBytes || sizeBytes === 0 ? head : { ...head, leftOut: this.#leftOut(sizeBytes) };
    return `${JSON.stringify(fields).slice(0, -1)},"organizations":[${organizations.join(",\n")}]}\n`;
  }

  #organization({ id, name }: OrganizationRow, options: SnapshotTextOptions): string {
    const { agents, categories, calls, uploads, campaigns, prospects } = this.#store;
    const uploaded = uploads.listOf(id);
    const tables = {
      agents: agents.listOf(id).map((row) => this.#row(row)),
      categories: categories.listOf(id).map((row) => this.#row(row)),
      calls: calls.listOf(id).map((row) => this.#call(row)),
      uploads: uploaded.map((row) => this.#row(row)),
      campaigns: campaigns.listOf(id).map((row) => this.#row(row)),
      prospects: prospects.listOf(id).map((row) => this.#row(row)),
      recordings: this.#recordings(uploaded, options),
    };
    const lists = Object.entries(tables).map(([table, rows]) => `"${table}":[${rows.join(",\n")}]`);
    return `{"id":${JSON.stringify(id)},"name":${JSON.stringify(name)},${lists.join(",\n")}}`;
  }

  #row(row: OwnedRow): string {
    return cachedText(this.#rows, row, () => withoutOrganization(row));
  }

  #call(call: CallRow): string {
    const category = this.#store.categories.get(call.categoryId);
    if (!category || this.#detailOf(category) !== call.category)
      return cachedText(this.#callsWithCategory, call, () => withoutOrganization(call));
    return cachedText(this.#rows, call, () => {
      const { category: _, ...row } = call;
      return withoutOrganization(row);
    });
  }

  #recordings(uploads: readonly UploadRow[], { withBytes }: SnapshotTextOptions): string[] {
    const texts = new Map<string, string>();
    for (const { recording } of uploads) {
      const bytes = recording && this.#store.recordings.get(recording.sha256);
      if (!bytes || texts.has(recording.sha256)) continue;
      const row: RecordingSnapshot = { id: recording.sha256, sizeBytes: bytes.sizeBytes };
      texts.set(row.id, JSON.stringify(withBytes ? { ...row, base64: toBase64(bytes.read()) } : row));
    }
    return [...texts.values()];
  }

  #leftOut(sizeBytes: number): LeftOut {
    const recordings = Array.from(this.#store.recordings.entries(), ([id]) => id);
    const limit = sizeBytes > maxInlineBytes ? "All recordings together have more than 64 MiB. " : "";
    const reason = `${limit}The bytes of each are at /__mock__/recordings/{id}. A service that has them takes this state as it is; to another one, PUT them first.`;
    return { recordings, sizeBytes, reason };
  }

  #recordingBytes(): number {
    return [...this.#store.recordings.entries()].reduce((sum, [, { sizeBytes }]) => sum + sizeBytes, 0);
  }
}

function cachedText(texts: WeakMap<object, string>, row: object, value: () => object): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const text = JSON.stringify(value());
  texts.set(row, text);
  return text;
}

function withoutOrganization({ organizationId: _, ...row }: OwnedRow): object {
  return row;
}

/**
 * Keeps the state of a service in a file. `run.ts` passes `save()` to the server as `beforeResponse`, so a change is on
 * disk before its response is sent.
 */
import { RecordingFolder } from "../../adapters/files/recording-folder.js";
import { adapterOf, type MockService } from "../../service.js";
import { ownedTableNames } from "../../store/rows.js";
import type { RecordingSnapshot, Snapshot } from "../../store/snapshot.js";
import { snapshotRow } from "../../store/snapshot-of.js";
import type { ChangedIds } from "../../store/store.js";
import { type SavedRow, StateDatabase } from "./state-database.js";

/** A service's state on the disk: rows in `file`, which is SQLite, and recordings in `file.recordings/`. */
export class StateFile {
  readonly #path: string;
  readonly #service: MockService;
  readonly #recordings: RecordingFolder;
  #database: StateDatabase | undefined;
  #savedRevision: number | undefined;
  /** Set while the file may not have what was taken from the service as changed. */
  #isWholeDue = true;
  #lastWrite: Promise<void> = Promise.resolve();

  constructor(path: string, service: MockService) {
    this.#path = path;
    this.#service = service;
    this.#recordings = new RecordingFolder(`${path}.recordings`);
  }

  /**
   * Opens the file, and restores the service's state from it. Of a new file the service stays as it is.
   *
   * @returns whether there was a state
   * @throws {Error} when there can be no such file, when another process uses it, when it or a recording cannot be read,
   * or when it is no state; then nothing in it is changed
   */
  async load(): Promise<boolean> {
    const database = StateDatabase.open(this.#path);
    this.#database = database;
    try {
      const snapshot = database.read();
      if (snapshot) await this.#restore(snapshot);
      adapterOf(this.#service).state.recordings.writeWith(() => this.#recordings.openWriter());
      await this.#recordings.deleteParts();
      await this.save();
      return snapshot !== undefined;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** Resolves once every change made so far is on the disk. Changes that wait at the same time share one write. */
  save(): Promise<void> {
    if (!this.#database || adapterOf(this.#service).state.revision === this.#savedRevision) return Promise.resolve();
    this.#lastWrite = this.#lastWrite.catch(ignore).then(() => this.#write());
    return this.#lastWrite;
  }

  /** Writes what is left, and lets other processes use the file. */
  async close(): Promise<void> {
    await this.#lastWrite.catch(ignore);
    try {
      await this.save();
    } finally {
      // A request that outlives the server saves nothing: another process may have the file by then.
      this.#database?.close();
      this.#database = undefined;
    }
  }

  async #write(): Promise<void> {
    const { state } = adapterOf(this.#service);
    const database = this.#database;
    if (!database || state.revision === this.#savedRevision) return;
    let changed = state.takeChangedIds();
    // Calls have the category of their organization, as long as it is the one that they were created with.
    const isWhole = this.#isWholeDue || changed === undefined || changed.categories.size > 0;
    this.#isWholeDue = true;
    if (isWhole) {
      // What a snapshot brought along is in memory; each recording has its file before a row names it.
      do await this.#recordings.takeOver(state.recordings);
      while (state.takeChangedIds() === undefined);
      changed = undefined;
    }
    const { revision } = state;
    database.write(this.#change(changed));
    this.#savedRevision = revision;
    this.#isWholeDue = false;
    if (isWhole) await this.#recordings.deleteUnused(state.recordings, new Set(state.recordings.ids()));
  }

  /** The rows that have changed, or all when it is not known which. */
  #change(changed: ChangedIds | undefined) {
    const { db } = this.#service;
    const { state } = adapterOf(this.#service);
    const rows: SavedRow[] = [];
    const deleted: Pick<SavedRow, "kind" | "id">[] = [];
    const recordings: RecordingSnapshot[] = [];
    for (const kind of ownedTableNames) {
      for (const id of changed?.[kind] ?? db[kind].list().map((row) => row.id)) {
        const row = db[kind].get(id);
        if (row)
          rows.push({ kind, id, organizationId: row.organizationId, json: JSON.stringify(snapshotRow(row, db)) });
        else deleted.push({ kind, id });
      }
    }
    for (const id of changed?.uploads ?? db.uploads.list().map((row) => row.id)) {
      const sha256 = db.uploads.get(id)?.recording?.sha256;
      const bytes = sha256 === undefined ? undefined : state.recordings.get(sha256);
      if (sha256 !== undefined && bytes) recordings.push({ id: sha256, sizeBytes: bytes.sizeBytes });
    }
    return {
      head: state.head(),
      ...(!changed && { organizations: db.organizations.list() }),
      rows,
      deleted,
      recordings,
    };
  }

  async #restore(snapshot: Snapshot): Promise<void> {
    try {
      await this.#findRecordings(snapshot);
      this.#service.restore(snapshot);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The state file ${this.#path} cannot be loaded, and is left as it is. ${reason}`, {
        cause: error,
      });
    }
  }

  async #findRecordings({ organizations }: Snapshot): Promise<void> {
    const { recordings: storage } = adapterOf(this.#service).state;
    for (const { id } of organizations.flatMap(({ recordings = [] }) => recordings)) {
      const file = await this.#recordings.find(id);
      if (!file) throw new Error(`The recording ${this.#path}.recordings/${id} is missing: ${missingRemedy}`);
      storage.set(id, file);
    }
  }
}

const missingRemedy = "copy the folder together with the file, or move the file away to start anew.";

function ignore(): void {}

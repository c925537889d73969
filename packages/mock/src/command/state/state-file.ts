/**
 * Keeps the state of a service in a file. `run.ts` passes `save()` to the server as `beforeResponse`, so a change is on
 * disk before its response is sent.
 */
import { readFile } from "node:fs/promises";
import { isMissing, replaceFile } from "../../adapters/files/durable-file.js";
import { RecordingFolder } from "../../adapters/files/recording-folder.js";
import { adapterOf, type MockService } from "../../service.js";
import { SnapshotChanges, type StateChange } from "../../store/changes.js";
import type { Snapshot } from "../../store/snapshot.js";
import { ChangeLog, sha256Of } from "./change-log.js";
import { type Release, takeLock } from "./process-lock.js";
import { checkStatePath } from "./state-path.js";

/** A log of this size is always kept: the snapshot of a small store need not be written often. */
const keptLogBytes = 1024 * 1024;

/**
 * A service's state on the disk: a snapshot in `file`, the changes since in `file.log`, recordings in
 * `file.recordings/`, and a lock in `file.lock`. After `close()` the snapshot has everything, and there is no log.
 *
 * A change costs what its rows cost. The snapshot is written again when the log has become larger than it.
 */
export class StateFile {
  readonly #path: string;
  readonly #service: MockService;
  readonly #log: ChangeLog;
  readonly #recordings: RecordingFolder;
  #release: Release | undefined;
  #snapshot = { hash: "", sizeBytes: 0 };
  /** Set when changes were taken from the service, and could not be written. */
  #isSnapshotDue = false;
  #isClosed = false;
  #savedRevision: number | undefined;
  #runningRevision: number | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(path: string, service: MockService) {
    this.#path = path;
    this.#service = service;
    this.#log = new ChangeLog(`${path}.log`);
    this.#recordings = new RecordingFolder(`${path}.recordings`);
  }

  /**
   * Takes the lock, and restores the service's state from the file. Without a file the service stays as it is.
   *
   * @returns whether there was a file
   * @throws {Error} when there can be no such file, when another process uses it, when it or a recording cannot be read,
   * or when it is no state; then no file is changed
   */
  async load(): Promise<boolean> {
    const { recordings } = adapterOf(this.#service).state;
    await checkStatePath(this.#path);
    this.#release = await takeLock(`${this.#path}.lock`, `The state file ${this.#path}`);
    try {
      const text = await this.#read();
      if (text !== undefined) await this.#restore(text);
      recordings.writeWith(() => this.#recordings.openWriter());
      await this.#recordings.deleteParts();
      await this.save();
      return text !== undefined;
    } catch (error) {
      await this.#release();
      throw error;
    }
  }

  /** Resolves once every change made so far is on the disk. Calls during a write share the next write. */
  save(): Promise<void> {
    const { revision } = adapterOf(this.#service).state;
    if (this.#isClosed || revision === this.#savedRevision) return Promise.resolve();
    if (!this.#running) return this.#start();
    if (revision === this.#runningRevision) return this.#running;
    this.#next ??= this.#running.then(ignore, ignore).then(() => this.#start());
    return this.#next;
  }

  /** Writes what is left, brings all changes into the snapshot, and gives the lock back. */
  async close(): Promise<void> {
    for (let write = this.#next ?? this.#running; write; write = this.#next ?? this.#running) await write.catch(ignore);
    // A request that outlives the server saves nothing: another process may have the file by then.
    this.#isClosed = true;
    try {
      const isChanged = adapterOf(this.#service).state.revision !== this.#savedRevision;
      if (isChanged || this.#log.sizeBytes > 0) await this.#writeSnapshot();
    } finally {
      await this.#release?.();
    }
  }

  #start(): Promise<void> {
    this.#next = undefined;
    const running = this.#write().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  async #write(): Promise<void> {
    const { state } = adapterOf(this.#service);
    const { revision } = state;
    this.#runningRevision = revision;
    const change = state.takeChangesText();
    const isLogFull = this.#log.sizeBytes > Math.max(keptLogBytes, this.#snapshot.sizeBytes);
    if (change === undefined || isLogFull) this.#isSnapshotDue = true;
    if (this.#isSnapshotDue) await this.#writeSnapshot();
    else await this.#append(change ?? "");
    this.#savedRevision = revision;
  }

  async #append(change: string): Promise<void> {
    // Until it is written, only a snapshot has the changes that were taken.
    this.#isSnapshotDue = true;
    await this.#log.append(change, this.#snapshot.hash);
    this.#isSnapshotDue = false;
  }

  async #writeSnapshot(): Promise<void> {
    const { state } = adapterOf(this.#service);
    // What a snapshot brought along is in memory; each has its file before the snapshot names it.
    await this.#recordings.takeOver(state.recordings);
    const text = state.snapshotText({ withBytes: false });
    const recordingIds = new Set(Array.from(state.recordings.entries(), ([id]) => id));
    const hash = sha256Of(text);
    await this.#log.prepareSuccessor(hash);
    await replaceFile(this.#path, text);
    await this.#log.delete();
    this.#snapshot = { hash, sizeBytes: Buffer.byteLength(text) };
    this.#isSnapshotDue = false;
    await this.#recordings.deleteUnused(state.recordings, recordingIds);
  }

  async #read(): Promise<string | undefined> {
    try {
      return await readFile(this.#path, "utf8");
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async #restore(text: string): Promise<void> {
    try {
      const snapshot = await this.#withChanges(parsed(text), sha256Of(text));
      await this.#findRecordings(snapshot);
      this.#service.restore(snapshot);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The state file ${this.#path} cannot be loaded, and is left as it is. ${reason}`, {
        cause: error,
      });
    }
  }

  async #withChanges(snapshot: Snapshot, hash: string): Promise<Snapshot> {
    const content = await this.#log.read(hash);
    if (!content) return snapshot;
    const changes = new SnapshotChanges(snapshot);
    // The log's checksums say that this class wrote them.
    for (const change of content.changes) changes.apply(change as StateChange);
    return changes.result();
  }

  /** Anything but a snapshot is left as it is: the service then says what is wrong with it. */
  async #findRecordings(snapshot: Snapshot): Promise<void> {
    const { recordings: storage } = adapterOf(this.#service).state;
    const organizations = Array.isArray(snapshot?.organizations) ? snapshot.organizations : [];
    for (const { id, base64 } of organizations.flatMap((organization) => organization?.recordings ?? [])) {
      if (base64 !== undefined || !/^[0-9a-f]{64}$/.test(id)) continue;
      const file = await this.#recordings.find(id);
      if (!file) throw new Error(`The recording ${this.#path}.recordings/${id} is missing: ${missingRemedy}`);
      storage.set(id, file);
    }
  }
}

const missingRemedy = "copy the folder together with the file, or move the file away to start anew.";

/** @throws {Error} which says what to do with a file that is damaged, or of a later version */
function parsed(text: string): Snapshot {
  const snapshot = parsedJson(text);
  const { version } = Object(snapshot);
  if (typeof version === "number" && version > 1) {
    const versions = `It is of version ${version}, and this program knows version 1`;
    throw new Error(`${versions}: update @call-analysis/mock, or pass another --state file.`);
  }
  // `restore()` checks it.
  return snapshot as Snapshot;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error("It is not JSON: restore it from a copy, or move it away to start anew.", { cause });
  }
}

function ignore(): void {}

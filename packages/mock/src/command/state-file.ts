/**
 * Keeps the state of a service in a file. `run.ts` passes `save()` to the service as `beforeResponse`, so a change is on
 * disk before its response is sent.
 */
import { mkdir, open, readFile, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { adapterOf, type MockService } from "../service.js";
import type { RecordingSnapshot, Snapshot } from "../store/snapshot.js";

/**
 * A service's state in a file that is whole at any moment: it is written to a temporary file, forced to the disk, and
 * renamed. Recordings are in files of their own, in a folder beside it, each written once.
 */
export class StateFile {
  readonly #path: string;
  readonly #service: MockService;
  readonly #savedRecordings = new Set<string>();
  #savedRevision: number | undefined;
  #runningRevision: number | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(path: string, service: MockService) {
    this.#path = path;
    this.#service = service;
  }

  /**
   * Restores the service's state from the file. Without a file the service stays as it is.
   *
   * @throws {Error} when the file or a recording cannot be read, or is no state; then nothing is changed
   */
  async load(): Promise<void> {
    const text = await this.#read();
    if (text !== undefined) await this.#restore(text);
    await this.save();
  }

  /** Resolves once every change made so far is on the disk. Calls during a write share the next write. */
  save(): Promise<void> {
    const { revision } = adapterOf(this.#service).state;
    if (revision === this.#savedRevision) return Promise.resolve();
    if (!this.#running) return this.#start();
    if (revision === this.#runningRevision) return this.#running;
    this.#next ??= this.#running.then(ignore, ignore).then(() => this.#start());
    return this.#next;
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
    const text = state.snapshotText({ withBytes: false });
    const unsaved = [...new Map(state.recordings())].filter(([id]) => !this.#savedRecordings.has(id));
    await Promise.all(unsaved.map(([id, bytes]) => this.#writeRecording(id, bytes)));
    await replaceFile(this.#path, text);
    this.#savedRevision = revision;
  }

  async #writeRecording(id: string, bytes: Uint8Array): Promise<void> {
    await mkdir(this.#folder(), { recursive: true });
    await replaceFile(join(this.#folder(), id), bytes);
    this.#savedRecordings.add(id);
  }

  async #read(): Promise<string | undefined> {
    try {
      return await readFile(this.#path, "utf8");
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
      throw error;
    }
  }

  async #restore(text: string): Promise<void> {
    try {
      this.#service.restore(await this.#withBytes(JSON.parse(text)));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The state file ${this.#path} cannot be loaded. ${reason}`, { cause: error });
    }
  }

  /** Anything but a snapshot is left as it is: the service then says what is wrong with it. */
  async #withBytes(snapshot: Snapshot): Promise<Snapshot> {
    const organizations = Array.isArray(snapshot?.organizations) ? snapshot.organizations : [];
    const recordings = organizations.flatMap((organization) => organization?.recordings ?? []);
    await Promise.all(recordings.map((recording) => this.#readRecording(recording)));
    return snapshot;
  }

  async #readRecording(recording: RecordingSnapshot): Promise<void> {
    if (recording.base64 !== undefined || !/^[0-9a-f]+$/.test(recording.id)) return;
    recording.base64 = await readFile(join(this.#folder(), recording.id), "base64");
    this.#savedRecordings.add(recording.id);
  }

  #folder(): string {
    return `${this.#path}.recordings`;
  }
}

async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${path}.tmp`;
  const file = await open(temporary, "w");
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/** A new name is on the disk once its folder is. Windows cannot open folders, and does not need this. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function ignore(): void {}

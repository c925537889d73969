/** Keeps the state of a service in a file, and each recording in a folder beside it, named by its SHA-256. */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parsedJson } from "../core/encoding.js";
import { createSha256 } from "../core/sha256.js";
import { adapterOf, type MockService, type ServiceAdapter } from "../service.js";
import type { Snapshot } from "../store/snapshot.js";
import { RecordingFile } from "./recording-file.js";

/** The shortest time between a change and the write. After a slow write, it is ten times as long as that write took. */
const shortestPauseMs = 200;

/** The callbacks of a state file. */
export interface StateFileOptions {
  /** Called when the state could not be written. The next change tries again. */
  onWriteError(error: Error): void;
  /** Called when another process has replaced the file. Then it is not written any more. */
  onReplaced(error: Error): void;
}

/** The state of a service in a file: a snapshot without the bytes of recordings. */
export class StateFile {
  readonly #path: string;
  readonly #folder: string;
  readonly #service: MockService;
  readonly #state: ServiceAdapter["state"];
  readonly #options: StateFileOptions;
  #savedRevision: number | undefined;
  /** The file's identity when it was last written, to detect that another process has replaced it. */
  #written: { ino: number; mtimeMs: number } | undefined;
  #isReplaced = false;
  #lastWriteMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(path: string, service: MockService, options: StateFileOptions) {
    this.#path = path;
    this.#folder = `${path}.recordings`;
    this.#service = service;
    this.#state = adapterOf(service).state;
    this.#options = options;
  }

  /**
   * Restores the service's state from the file, if there is one, and writes it.
   *
   * @returns whether the file had a state
   * @throws {Error} if the file cannot exist, or if the file or one of its recordings cannot be read. The file is then
   *   unchanged.
   */
  async load(): Promise<boolean> {
    const unusable = (cause: unknown) => {
      const reason = "it must be a file in an existing folder, and this process needs write permission for both";
      const next = "Change that, or pass another --state file.";
      throw new Error(`The state file ${this.#path} cannot be used: ${reason}. ${next}`, { cause });
    };
    const text = await this.#read().catch(unusable);
    if (text !== undefined) await this.#restore(text);
    await this.#write().catch(unusable);
    return text !== undefined;
  }

  /** Writes the state soon, if it has changed. */
  saveSoon(): void {
    if (this.#timer || this.#isReplaced || this.#state.revision === this.#savedRevision) return;
    const save = () => {
      this.#timer = undefined;
      this.#save().catch((error) => {
        if (this.#isReplaced) this.#options.onReplaced(error);
        else this.#options.onWriteError(error);
      });
    };
    this.#timer = setTimeout(save, Math.max(shortestPauseMs, 10 * this.#lastWriteMs));
  }

  /** Writes unsaved changes. @throws {Error} if they cannot be written */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#isReplaced) await this.#save();
  }

  #save(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    if (this.#state.revision === this.#savedRevision) return;
    await this.#checkOwner();
    const startMs = performance.now();
    await this.#writeRecordings();
    // Nothing changes between the last look for recordings and this text.
    const { revision, recordings } = this.#state;
    const ids = new Set(recordings.keys());
    const part = `${this.#path}.part`;
    await writeFile(part, this.#state.snapshotText({ withBytes: false }), { flush: true });
    await rename(part, this.#path);
    this.#written = await stat(this.#path);
    this.#savedRevision = revision;
    this.#lastWriteMs = performance.now() - startMs;
    for (const name of await readdir(this.#folder).catch(() => [])) {
      // Recordings, and what a process that was killed has left of one. Anything else is not the fake's.
      const isOwn = /^[0-9a-f]{64}(\.part)?$/.test(name);
      if (isOwn && !ids.has(name) && !recordings.has(name)) await rm(join(this.#folder, name), { force: true });
    }
  }

  /** Writes every recording that has no file yet. */
  async #writeRecordings(): Promise<void> {
    const { recordings } = this.#state;
    // Those that come meanwhile are entries too.
    for (const [id, bytes] of recordings) {
      if (bytes instanceof RecordingFile) continue;
      const path = join(this.#folder, id);
      await mkdir(this.#folder, { recursive: true });
      await writeFile(`${path}.part`, bytes.chunks(), { flush: true });
      await rename(`${path}.part`, path);
      const file = new RecordingFile(path, bytes.sizeBytes);
      // A reset in the meantime may have dropped it.
      if (recordings.get(id) === bytes) recordings.set(id, file);
    }
  }

  /** @throws {Error} if another process has replaced the file since the last write */
  async #checkOwner(): Promise<void> {
    if (!this.#written) return;
    const { ino, mtimeMs } = (await stat(this.#path).catch(() => undefined)) ?? this.#written;
    if (ino === this.#written.ino && mtimeMs === this.#written.mtimeMs) return;
    this.#isReplaced = true;
    throw new Error(
      `Another process has replaced the state file ${this.#path}. Give each process its own --state file, and start this one again.`,
    );
  }

  /** Reads the file. Undefined if there is none, or if it is empty: a full disk may have left an empty file. */
  async #read(): Promise<string | undefined> {
    const found = await stat(this.#path).catch((error) => {
      if (error.code !== "ENOENT") throw error;
    });
    if (found && !found.isFile()) throw new Error("It is not a file.");
    return found ? readFile(this.#path, "utf8") : undefined;
  }

  async #restore(text: string): Promise<void> {
    try {
      // `restore` refuses anything but a snapshot.
      const snapshot = parsedJson(text) as Snapshot | undefined;
      if (snapshot === undefined)
        throw new Error(`it is ${text === "" ? "empty" : "not JSON"}. Pass another --state file.`);
      const { version } = Object(snapshot);
      if (typeof version === "number" && version > 1)
        throw new Error(
          `expected version 1, got version ${version}. Use the version of @call-analysis/mock that wrote it, or pass another --state file.`,
        );
      await this.#findRecordings(Object(snapshot));
      this.#service.restore(snapshot);
      this.#written = await stat(this.#path);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`The state file ${this.#path} cannot be loaded and was not changed: ${reason}`, { cause });
    }
  }

  async #findRecordings({ organizations = [] }: Partial<Snapshot>): Promise<void> {
    for (const { id, sizeBytes, base64 } of organizations.flatMap(({ recordings = [] }) => recordings)) {
      if (base64 !== undefined) continue;
      const path = join(this.#folder, id);
      const file = new RecordingFile(path, sizeBytes);
      const hash = createSha256();
      const found = await stat(path).catch(() => undefined);
      if (found) for await (const chunk of file.chunks()) hash.update(chunk);
      if (found?.size !== sizeBytes || hash.digest() !== id)
        throw new Error(
          `the recording ${path} is missing or was changed. Copy the folder of recordings together with the state file, or move the state file away to start with an empty state.`,
        );
      this.#state.recordings.set(id, file);
    }
  }
}

/**
 * The changes since a snapshot, in a file to which lines are added.
 *
 * Each line is a checksum and JSON. The first says which snapshot the log follows, by the snapshot's SHA-256. The last
 * may say which one takes its place, so that a log of before is never replayed onto a later snapshot.
 */
import { createHash } from "node:crypto";
import { type FileHandle, open, readFile, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { isMissing, syncFolder } from "../../adapters/files/durable-file.js";

const checksumLength = 16;

/** What a log says of a snapshot: its changes since, or nothing because it is of an earlier one. */
export type LogContent = { changes: unknown[] } | undefined;

/** The SHA-256 of a text, as lowercase hex. */
export function sha256Of(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** A log of changes. One process at a time uses it. */
export class ChangeLog {
  readonly #path: string;
  #file: FileHandle | undefined;
  #sizeBytes = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** How much was added since the last snapshot. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /**
   * The changes since a snapshot; undefined when there are none. A last line that is cut off was never answered, and is
   * left out.
   *
   * @throws {Error} when a line in the middle is damaged, or the log follows a snapshot that is no longer there
   */
  async read(snapshotHash: string): Promise<LogContent> {
    const lines = (await this.#text()).split("\n").filter((line) => line !== "");
    const values = lines.map(entryOf);
    const successors = values.filter(isSuccession);
    if (successors.some(({ replacedBy }) => replacedBy === snapshotHash)) return undefined;
    const entries = values.filter((value) => !isSuccession(value));
    if (entries.at(-1) === undefined) entries.pop();
    const [head, ...changes] = entries;
    if (entries.length === 0) return undefined;
    const damaged = changes.indexOf(undefined);
    if (!isHead(head) || damaged !== -1) throw new Error(`Line ${damaged + 2} of ${this.#path} is damaged. ${remedy}`);
    if (head.follows === snapshotHash) return { changes };
    throw new Error(
      `${this.#path} has changes of another snapshot than the one that is there. Put that one back, or move the log away: its changes are lost then.`,
    );
  }

  /** Adds changes. They are on the disk when this resolves. */
  async append(change: string, snapshotHash: string): Promise<void> {
    const isNew = this.#file === undefined;
    this.#file ??= await open(this.#path, "a");
    await this.#write(isNew ? `${lineOf(JSON.stringify({ follows: snapshotHash }))}${lineOf(change)}` : lineOf(change));
    if (isNew) await syncFolder(dirname(this.#path));
  }

  /** To be called before a snapshot takes the place of the one that this log follows. */
  async prepareSuccessor(snapshotHash: string): Promise<void> {
    const file = this.#file ?? (await this.#openExisting());
    if (!file) return;
    this.#file = file;
    // The line before it may be cut off.
    await this.#write(`\n${lineOf(JSON.stringify({ replacedBy: snapshotHash }))}`);
  }

  /** Deletes the log. To be called once a snapshot has everything. */
  async delete(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
    this.#sizeBytes = 0;
    await unlink(this.#path).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }

  async #write(text: string): Promise<void> {
    await this.#file?.appendFile(text);
    await this.#file?.datasync();
    this.#sizeBytes += Buffer.byteLength(text);
  }

  async #openExisting(): Promise<FileHandle | undefined> {
    return (await this.#text()) === "" ? undefined : open(this.#path, "a");
  }

  async #text(): Promise<string> {
    try {
      return await readFile(this.#path, "utf8");
    } catch (error) {
      if (isMissing(error)) return "";
      throw error;
    }
  }
}

const remedy =
  "Restore both files from a copy; or move the log away, and the service starts from the snapshot without later changes.";

function lineOf(json: string): string {
  return `${checksumOf(json)} ${json}\n`;
}

function checksumOf(json: string): string {
  return sha256Of(json).slice(0, checksumLength);
}

/** What a line says; undefined when it is damaged. */
function entryOf(line: string): unknown {
  const json = line.slice(checksumLength + 1);
  return line.slice(0, checksumLength) === checksumOf(json) ? JSON.parse(json) : undefined;
}

function isHead(value: unknown): value is { follows: string } {
  return value instanceof Object && "follows" in value;
}

function isSuccession(value: unknown): value is { replacedBy: string } {
  return value instanceof Object && "replacedBy" in value;
}

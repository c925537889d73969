/**
 * The recordings of a journal, in a file beside it. The journal knows inputs by their keys alone; with this record
 * `resume` knows their files and fields, and `analyze` what a person has agreed to pay for.
 */
import { appendFile, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { UsageError } from "../errors.js";

/** The fields of the calls of one run. */
export interface CallFields {
  memberId: string;
  categoryId: string;
  udfs?: Record<string, string>;
  date?: string;
}

/** One recording, and the call that is made of it. */
export interface RecordedInput {
  /** Absolute; of a recording that came on stdin, `-` and its name. */
  path: string;
  fields: CallFields;
  /** Its identity in the journal, once that was found. */
  key?: string;
}

/** The record of one journal. Whoever adds to it holds the journal: what is recorded will be created. */
export class InputRecord {
  readonly path: string;
  readonly #inputs = new Map<string, RecordedInput>();
  /** By path, what the latest command that named the file asked for. */
  readonly #latest = new Map<string, string>();

  private constructor(path: string) {
    this.path = path;
  }

  /** Reads the record of a journal; there is none at first. */
  static async of(journalPath: string, cwd: string): Promise<InputRecord> {
    const path = recordPathOf(resolve(cwd, journalPath));
    const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "";
      throw new UsageError(`${path} cannot be read: ${error.message}.`, { cause: error });
    });
    const record = new InputRecord(path);
    for (const input of text.split("\n").flatMap(parsedLine)) record.#note(input);
    return record;
  }

  /** Every recording, in the order in which they came. */
  get inputs(): RecordedInput[] {
    return [...this.#inputs.values()];
  }

  /** Whether a recording was recorded with the same fields. */
  has(input: RecordedInput): boolean {
    return this.#inputs.has(identityOf(input));
  }

  /** Whether a later command gave the same file other fields: then no new call gets these. */
  isReplaced(input: RecordedInput): boolean {
    return isFile(input) && this.#latest.get(input.path) !== identityOf(input);
  }

  /**
   * Adds the recordings of a command that are not there yet, or were given other fields since.
   *
   * @throws {UsageError} when the file cannot be written: then nothing may be sent
   */
  async add(inputs: readonly RecordedInput[]): Promise<void> {
    await this.#append(inputs.filter((input) => !this.has(input) || this.isReplaced(input)));
  }

  /** Adds the key of a recording, once it was found. @throws {UsageError} as `add` does */
  async addKey(input: RecordedInput, key: string): Promise<void> {
    const known = this.#inputs.get(identityOf(input));
    // The line that it would add would be the latest of its file.
    if (known?.key !== key && !this.isReplaced(input)) await this.#append([{ ...input, key }]);
  }

  async #append(inputs: readonly RecordedInput[]): Promise<void> {
    if (inputs.length === 0) return;
    // A line that a kill cut ends here, and is ignored when it is read.
    const text = inputs.map((input) => `\n${JSON.stringify(input)}\n`).join("");
    try {
      await appendFile(this.path, text, { mode: 0o600 });
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : cause;
      throw new UsageError(`journal: ${this.path} cannot be written: ${why}.`, {
        hint: "Pass a path in a folder that exists and has room: --journal FILE",
        cause,
      });
    }
    for (const input of inputs) this.#note(input);
  }

  #note(input: RecordedInput): void {
    const identity = identityOf(input);
    const key = input.key ?? this.#inputs.get(identity)?.key;
    this.#inputs.set(identity, { ...input, ...(key !== undefined && { key }) });
    this.#latest.set(input.path, identity);
  }
}

/** Where the record of a journal is. */
export function recordPathOf(journalPath: string): string {
  return `${journalPath}.inputs`;
}

/** A recording that came on stdin is no file that could be read again. */
export function isFile({ path }: RecordedInput): boolean {
  return !path.startsWith("- ");
}

function identityOf({ path, fields }: RecordedInput): string {
  const { memberId, categoryId, udfs = {}, date } = fields;
  const pairs = Object.entries(udfs).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([path, memberId, categoryId, pairs, date]);
}

function parsedLine(line: string): RecordedInput[] {
  if (line === "") return [];
  try {
    const { path, fields, key } = JSON.parse(line);
    const isWhole = typeof path === "string" && typeof fields?.memberId === "string";
    return isWhole ? [{ path, fields, ...(typeof key === "string" && { key }) }] : [];
  } catch {
    // Half a line, of a process that was killed.
    return [];
  }
}

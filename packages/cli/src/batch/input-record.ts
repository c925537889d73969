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

/** The record of one journal. */
export class InputRecord {
  readonly path: string;
  readonly #inputs: Map<string, RecordedInput>;

  private constructor(path: string, inputs: Map<string, RecordedInput>) {
    this.path = path;
    this.#inputs = inputs;
  }

  /** Reads the record of a journal; there is none at first. */
  static async of(journalPath: string, cwd: string): Promise<InputRecord> {
    const path = `${resolve(cwd, journalPath)}.inputs`;
    const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "";
      throw new UsageError(`${path} cannot be read: ${error.message}.`, { cause: error });
    });
    const inputs = new Map<string, RecordedInput>();
    for (const input of text.split("\n").flatMap(parsedLine)) inputs.set(identityOf(input), input);
    return new InputRecord(path, inputs);
  }

  /** Every recording, in the order in which they came. */
  get inputs(): RecordedInput[] {
    return [...this.#inputs.values()];
  }

  /** Whether a recording was recorded with the same fields. */
  has(input: RecordedInput): boolean {
    return this.#inputs.has(identityOf(input));
  }

  /**
   * Adds recordings that are not there yet, or not with their key.
   *
   * @throws {UsageError} when the file cannot be written: then nothing may be sent
   */
  async add(inputs: readonly RecordedInput[]): Promise<void> {
    const added = inputs.filter((input) => {
      const known = this.#inputs.get(identityOf(input));
      return known === undefined || (input.key !== undefined && known.key !== input.key);
    });
    if (added.length === 0) return;
    // A line that a kill cut ends here, and is ignored when it is read.
    const text = added.map((input) => `\n${JSON.stringify(input)}\n`).join("");
    try {
      await appendFile(this.path, text, { mode: 0o600 });
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : cause;
      throw new UsageError(`journal: ${this.path} cannot be written: ${why}.`, {
        hint: "Pass a path in a folder that exists and has room: --journal FILE",
        cause,
      });
    }
    for (const input of added) this.#inputs.set(identityOf(input), input);
  }
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

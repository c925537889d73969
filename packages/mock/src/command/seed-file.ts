/** Reads a seed file: `--seed-file FILE.yaml|.json`. */
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { isNode, LineCounter, parseDocument } from "yaml";
import { shapeProblems } from "../core/check-shape.js";
import { type FieldProblem, MockServiceError, UnknownFieldError } from "../core/mock-service-error.js";
import type { Policies } from "../core/policies.js";
import type { OrganizationKeys } from "../domain/organizations.js";
import { type SeedData, seedSchema } from "../scenarios/seed-schema.js";
import { createMockService } from "../service.js";
import { FlagError } from "./flags.js";

/** What the data of a seed file is checked with. */
export interface SeedFileOptions {
  policies?: Partial<Policies> | undefined;
  keys?: OrganizationKeys | undefined;
}

/** A seed file that cannot be used. The message names the file, and every place in it that is wrong. */
export class SeedFileError extends FlagError {
  /** @param problem goes on after the file's name */
  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`The seed file ${path} ${problem}`, options);
  }
}

/**
 * Reads a seed file and checks it completely.
 *
 * @throws {SeedFileError} with the line, the column and the name of every field that is wrong
 */
export async function readSeedFile(path: string, { policies, keys }: SeedFileOptions = {}): Promise<SeedData> {
  const { value, placeOf } = await locatedDataOf(path);
  const refuse = (problems: readonly FieldProblem[]) => new SeedFileError(path, problemsText(problems, placeOf));
  const problems = shapeProblems(seedSchema, value);
  if (problems.length > 0) throw refuse(problems);
  // Its shape is right.
  const seedData = value as SeedData;
  try {
    createMockService({ scenario: { seedData }, ...(policies && { policies }), ...(keys && { keys }) });
  } catch (error) {
    if (error instanceof MockServiceError || error instanceof UnknownFieldError) throw refuse(error.fields);
    throw error;
  }
  return seedData;
}

/** A place in a text. Both count from 1. */
interface Place {
  line: number;
  column: number;
}

/** The data of a file, and where a field is written; of one that is missing, where it should be. */
interface LocatedData {
  value: unknown;
  placeOf(path: string): Place;
}

/** JSON is YAML, too, and the parser of YAML tells where things are. */
async function locatedDataOf(path: string): Promise<LocatedData> {
  const extension = extname(path).toLowerCase();
  if (![".yaml", ".yml", ".json"].includes(extension))
    throw new SeedFileError(path, "must have a name that ends with .yaml, .yml or .json.");
  const text = await readText(path);
  if (extension === ".json") checkJson(path, text);
  const lines = new LineCounter();
  const form = { stringKeys: true, version: "1.2", schema: "core", prettyErrors: false, logLevel: "error" } as const;
  const document = parseDocument(text, { ...form, lineCounter: lines });
  const [error] = [...document.errors, ...document.warnings];
  if (error) {
    const { line, col } = lines.linePos(error.pos[0]);
    const message =
      error.code === "MULTIPLE_DOCS" ? "a seed file has one document; take the line --- away" : error.message;
    throw new SeedFileError(path, `is not YAML (line ${line}, column ${col}): ${message.replace(/\.?$/, ".")}`);
  }
  if (document.contents === null)
    throw new SeedFileError(path, "is empty: it must have agents, categories, or other data.");
  const placeOf = (field: string): Place => {
    // The names of the fields in paths have no dots or brackets.
    const keys = (field.match(/[^.[\]]+/g) ?? []).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
    const nodes = Array.from({ length: keys.length + 1 }, (_, depth) => document.getIn(keys.slice(0, depth), true));
    const [startOffset = 0] = nodes.findLast(isNode)?.range ?? [];
    const { line, col } = lines.linePos(startOffset);
    return { line, column: col };
  };
  try {
    return { value: document.toJS(), placeOf };
  } catch (cause) {
    // An alias without its anchor.
    throw new SeedFileError(path, `is not YAML: ${Object(cause).message}.`, { cause });
  }
}

/** The parser of YAML takes more than JSON. */
function checkJson(path: string, text: string): void {
  try {
    JSON.parse(text);
  } catch (cause) {
    throw new SeedFileError(path, `is not JSON: ${Object(cause).message}.`, { cause });
  }
}

/** The largest file that is read, in bytes. A category with 50 questions has about 20 kB. */
const maxFileBytes = 8 * 1024 * 1024;

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: "is not there.",
  EISDIR: "is a directory, and must be a file.",
  EACCES: "may not be read: its permissions refuse it.",
};

async function readText(path: string): Promise<string> {
  const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    throw new SeedFileError(path, unreadable[`${cause.code}`] ?? `cannot be read: ${cause.message}`, { cause });
  });
  if (bytes.length > maxFileBytes)
    throw new SeedFileError(path, `is larger than ${maxFileBytes / 1024 / 1024} MiB, the most that is read.`);
  try {
    // Takes a byte order mark away.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new SeedFileError(path, "is not UTF-8: save it as UTF-8.", { cause });
  }
}

/** More problems than these are counted, and not listed. */
const maxListed = 20;

function problemsText(problems: readonly FieldProblem[], placeOf: LocatedData["placeOf"]): string {
  const placed = problems.map(({ path, message }) => ({ path, message, ...placeOf(path) }));
  placed.sort((one, other) => one.line - other.line || one.column - other.column);
  const lines = placed.slice(0, maxListed).map(({ path, message, line, column }) => {
    // YAML takes 12 for a number, and true for a boolean.
    const hint = /^must be a string, and is a (number|boolean)$/.test(message) ? ": write it in quotes" : "";
    return `  ${path || "the file"} (line ${line}, column ${column}): ${message}${hint}`;
  });
  const left = problems.length - lines.length;
  const count = problems.length === 1 ? "one problem" : `${problems.length} problems`;
  return [`has ${count}:`, ...lines, ...(left > 0 ? [`  … and ${left} more`] : [])].join("\n");
}

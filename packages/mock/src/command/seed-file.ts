/** Reads a seed file: `--seed-file FILE.yaml|.json`. */
import { readFile } from "node:fs/promises";
import { isNode, LineCounter, parseDocument, visit } from "yaml";
import { isDouble } from "../core/body.js";
import { checkShape } from "../core/check-shape.js";
import { type FieldProblem, MockServiceError } from "../core/mock-service-error.js";
import { defaultKeys } from "../domain/organizations.js";
import { type SeedData, seedSchema } from "../scenarios/seed-schema.js";
import { createMockService } from "../service.js";
import { FlagError, type Flags } from "./flags.js";

/** An unusable seed file. The message names the file, and every wrong place in it. */
export class SeedFileError extends FlagError {
  /** @param problem the text after the file's name */
  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`The seed file ${path} ${problem}`, options);
  }
}

/**
 * Reads a seed file and checks it completely.
 *
 * @throws {SeedFileError} with the line, the column and the name of every field that is wrong
 */
export async function readSeedFile(
  path: string,
  { policies = {}, keys = defaultKeys }: Partial<Pick<Flags, "policies" | "keys">> = {},
): Promise<SeedData> {
  const located = await locatedDataOf(path);
  try {
    const seedData = checkShape<unknown>(seedSchema, located.value) as SeedData;
    createMockService({ scenario: { seedData }, policies, keys });
    return seedData;
  } catch (error) {
    if (error instanceof MockServiceError) throw new SeedFileError(path, problemsText(error.fields, located));
    throw error;
  }
}

/** Parses JSON or YAML. JSON is also YAML, and the YAML parser knows the positions. */
async function locatedDataOf(path: string) {
  const lines = new LineCounter();
  const form = { stringKeys: true, version: "1.2", schema: "core", prettyErrors: false, logLevel: "error" } as const;
  const document = parseDocument(await readText(path), { ...form, lineCounter: lines });
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `(line ${line}, column ${col})`;
  };
  const [error] = [...document.errors, ...document.warnings];
  if (error) throw new SeedFileError(path, `is not YAML or JSON ${placeAt(error.pos[0])}: ${error.message}`);
  visit(document, {
    Scalar(_, { value, source = "", range }) {
      if (typeof value !== "number" || !/^-?[\d.]+(e[+-]?\d+)?$/i.test(source) || isDouble(source)) return;
      const place = placeAt(range?.[0] ?? 0);
      throw new SeedFileError(path, `has ${source} ${place}, which a double cannot represent. Write it in quotes.`);
    },
  });
  if (document.contents === null) throw new SeedFileError(path, "is empty. Expected agents, categories or other data.");
  /** The position of a field. For a missing field, the position where it should be. */
  const offsetOf = (field: string): number => {
    // The names of the fields in paths have no dots or brackets.
    const keys = (field.match(/[^.[\]]+/g) ?? []).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
    const nodes = Array.from({ length: keys.length + 1 }, (_, depth) => document.getIn(keys.slice(0, depth), true));
    return nodes.findLast(isNode)?.range?.[0] ?? 0;
  };
  try {
    return { value: document.toJS(), offsetOf, placeAt };
  } catch (cause) {
    // An alias without its anchor.
    throw new SeedFileError(path, `is not YAML: ${Object(cause).message}`, { cause });
  }
}

async function readText(path: string): Promise<string> {
  try {
    // Takes a byte order mark away.
    return new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
  } catch (cause) {
    throw new SeedFileError(path, `cannot be read as a UTF-8 file: ${Object(cause).message}`, { cause });
  }
}

type LocatedData = Awaited<ReturnType<typeof locatedDataOf>>;

function problemsText(problems: readonly FieldProblem[], { offsetOf, placeAt }: LocatedData): string {
  const placed = problems.map(({ path, message }) => ({ path, message, offset: offsetOf(path) }));
  const lines = placed
    .toSorted((one, other) => one.offset - other.offset)
    .map(({ path, message, offset }) => {
      // YAML takes 12 for a number, and true for a boolean.
      const hint = /^must be a string, got a (number|boolean)$/.test(message) ? ". Write it in quotes" : "";
      return `  ${path || "the file"} ${placeAt(offset)}: ${message}${hint}`;
    });
  const count = problems.length === 1 ? "one problem" : `${problems.length} problems`;
  return [`has ${count}:`, ...lines].join("\n");
}

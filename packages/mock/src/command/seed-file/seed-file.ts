/** Reads a seed file: `--seed-file FILE.yaml|.json`. */
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { meantName, type ShapeProblem } from "../../core/check-shape.js";
import { defaultPolicies, type Policies, policiesSchema } from "../../core/policies.js";
import { defaultKeys, type OrganizationKeys } from "../../domain/organizations.js";
import { seedProblems } from "../../scenarios/seed-check.js";
import type { SeedData } from "../../scenarios/seed-schema.js";
import { type LocatedData, parseJson, parseYaml, positionText } from "./located-data.js";
import { SeedFileError } from "./seed-file-error.js";

/** What the data of a seed file is checked with. */
export interface SeedFileOptions {
  policies?: Partial<Policies> | undefined;
  keys?: OrganizationKeys | undefined;
}

/** More problems than these are counted, and not listed. */
const maxListed = 20;

/**
 * Reads a seed file and checks it completely.
 *
 * @throws {SeedFileError} with the line, the column and the name of every field that is wrong
 */
export async function readSeedFile(path: string, options: SeedFileOptions = {}): Promise<SeedData> {
  const { value, positionOf } = await locatedDataOf(path);
  // Wrong ones are among the problems.
  const own = policiesSchema.safeParse(Object(value).policies ?? {}).data;
  const problems = seedProblems(value, targetOf({ ...options, policies: { ...own, ...options.policies } }));
  if (problems.length > 0) throw new SeedFileError(path, problemsText(problems, positionOf));
  // It has no problems.
  return value as SeedData;
}

const parsers: Readonly<Record<string, (path: string, text: string) => LocatedData>> = {
  ".yaml": parseYaml,
  ".yml": parseYaml,
  ".json": parseJson,
};

async function locatedDataOf(path: string): Promise<LocatedData> {
  const parse = parsers[extname(path).toLowerCase()];
  if (!parse) throw new SeedFileError(path, "must have a name that ends with .yaml, .yml or .json.");
  return parse(path, await readText(path));
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

/** A service without data, with one organization for each name that has a key. */
function targetOf({ policies, keys = defaultKeys }: SeedFileOptions): Parameters<typeof seedProblems>[1] {
  const names = [...new Set(Object.values(keys))];
  return {
    policies: { ...defaultPolicies, ...policies },
    isTaken: () => false,
    agents: [],
    categories: [],
    organizationNames: names,
    organizations: names,
  };
}

function problemsText(problems: readonly ShapeProblem[], positionOf: LocatedData["positionOf"]): string {
  const placed = problems.map((problem) => ({ problem, position: positionOf(problem.keys) }));
  placed.sort((one, other) => one.position.line - other.position.line || one.position.column - other.position.column);
  const lines = placed
    .slice(0, maxListed)
    .map(({ problem, position }) => `  ${problem.path || "the file"} (${positionText(position)}): ${textOf(problem)}`);
  const left = problems.length - lines.length;
  const count = problems.length === 1 ? "one problem" : `${problems.length} problems`;
  return [`has ${count}:`, ...lines, ...(left > 0 ? [`  … and ${left} more`] : [])].join("\n");
}

function textOf({ keys, knownNames, message }: ShapeProblem): string {
  // YAML takes 12 for a number, and true for a boolean.
  if (/^must be a string, and is a (number|boolean)$/.test(message)) return `${message}: write it in quotes`;
  if (!knownNames || knownNames.length === 0) return message;
  const meant = meantName(String(keys.at(-1)), knownNames);
  return meant === undefined
    ? `unknown field; there are ${knownNames.join(", ")}`
    : `unknown field; did you mean ${meant}?`;
}

/** Checks values that come from tests and over HTTP: their shape, and that no field of theirs is misspelt. */
import * as z from "zod";
import { type FieldProblem, invalidFields, UnknownFieldError, wrongValue } from "./mock-service-error.js";

/**
 * Checks a value against a schema, and returns the value itself: what the schema's own `parse` returns would lack
 * a key named `__proto__`.
 *
 * @param place the path of the value, with which the names of the fields at fault begin
 * @throws {UnknownFieldError} when a field has a name that is not known
 * @throws {MockServiceError} "invalid-input", which names every field at fault, such as `sections[0].score`
 */
export function checkShape<Value>(schema: z.ZodType<Value>, value: unknown, place = ""): Value {
  const knownNames = new Map<string, string[]>();
  const error = (issue: z.core.$ZodRawIssue) => {
    // The names are known here alone: the issues that are returned do not have them.
    if (issue.inst instanceof z.ZodObject)
      knownNames.set(pathText(issue.path ?? [], place), Object.keys(issue.inst.shape));
    return undefined;
  };
  const issues = schema.safeParse(value, { error }).error?.issues;
  // The schema just accepted it.
  if (!issues) return value as Value;
  const problems = issues.flatMap((issue) => problemsOf(issue, place, knownNames));
  if (issues.some(({ code }) => code === "unrecognized_keys")) throw new UnknownFieldError(problems);
  throw invalidFields("invalid-input", problems);
}

function problemsOf(issue: z.core.$ZodIssue, place: string, knownNames: Map<string, string[]>): FieldProblem[] {
  const path = pathText(issue.path, place);
  if (issue.code !== "unrecognized_keys") return [wrongValue(path, issue.message)];
  return issue.keys.map((key) => unknownField(key, knownNames.get(path) ?? [], path));
}

/**
 * Checks that every field of a value is known. Fields that are undefined count as not given.
 *
 * @param place the path of the value, with which the names of unknown fields begin
 * @throws {UnknownFieldError} which names every unknown field, and for each the known one that is nearest to it
 */
export function checkKnownFields(value: object, known: readonly string[], place = ""): void {
  const unknown = Object.entries(value).filter(([name, given]) => given !== undefined && !known.includes(name));
  if (unknown.length > 0) throw new UnknownFieldError(unknown.map(([name]) => unknownField(name, known, place)));
}

function unknownField(name: string, known: readonly string[], place: string): FieldProblem {
  const nearest = nearestName(name, known);
  const hint = nearest === undefined ? "" : `; the nearest known name is ${nearest}`;
  return wrongValue(pathText([name], place), `is not known here${hint}`);
}

/** The known name that takes the fewest edits; case, hyphens and underscores count for nothing. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const distances = known.map((other) => editDistance(plain(name), plain(other)));
  return known[distances.indexOf(Math.min(...distances))];
}

/** Longer names than this are not compared whole: the names that are known are shorter. */
const comparedLength = 64;

function plain(name: string): string {
  return name.slice(0, comparedLength).toLowerCase().replaceAll(/[_-]/g, "");
}

/** How many characters must be inserted, removed or replaced, by the algorithm of Wagner and Fischer. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, character] of [...one].entries()) {
    const next = [index + 1];
    for (let at = 0; at < other.length; at += 1) {
      const replaced = (row[at] ?? 0) + (character === other[at] ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** `["calls", 3, "id"]` as `calls[3].id`. */
function pathText(path: readonly PropertyKey[], place = ""): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, place);
}

/** Checks values from tests and from HTTP: their shape, and misspelt field names. */
import * as z from "zod";
import { type FieldProblem, invalidFields, wrongValue } from "./mock-service-error.js";

/**
 * Checks a value against a schema, and returns the value itself. The result of the schema's own `parse` would lack a
 * key named `__proto__`.
 *
 * @param place the path of the value, which begins the names of wrong fields
 * @throws {MockServiceError} "invalid-input", which names every wrong field, such as `sections[0].score`, and suggests
 *   a name for an unknown one
 */
export function checkShape<Value>(schema: z.ZodType<Value>, value: unknown, place = ""): Value {
  throwProblems(shapeProblems(schema, value, place));
  // The schema just accepted it.
  return value as Value;
}

/** An object schema that also checks fields together, once each of them is valid. */
export function refined<Schema extends z.ZodObject>(
  schema: Schema,
  problemsOf: (value: z.infer<Schema>) => readonly FieldProblem[],
): Schema {
  return schema.superRefine((value, context) => {
    for (const { path, message } of problemsOf(value as z.infer<Schema>))
      context.addIssue({ code: "custom", path: path === "" ? [] : [path], message });
  });
}

/** Returns the problems of groups of fields: one field at least must be given, and of each group one at most. */
export function problemsOfGroups(fields: object, groups: readonly (readonly string[])[]): FieldProblem[] {
  const given = groups.map((names) => names.filter((name) => Reflect.get(fields, name) !== undefined));
  if (given.flat().length === 0) return [wrongValue("", `needs one of ${groups.flat().join(", ")}`)];
  return given.flatMap(([first, ...others]) =>
    others.map((name) => wrongValue(name, `cannot be combined with ${first}`)),
  );
}

/** All problems of a value, according to a schema, in the order of its fields. */
export function shapeProblems(schema: z.ZodType, value: unknown, place = ""): FieldProblem[] {
  const known: KnownNames = new Map();
  // Only here zod says which object does not know a key.
  const remember = (issue: z.core.$ZodRawIssue) => {
    if (issue.code === "unrecognized_keys" && issue.inst instanceof z.ZodObject)
      known.set(issue.keys, Object.keys(issue.inst.shape));
    return undefined;
  };
  // Without code made for the schema: to make it takes longer than the first check, and later ones are no faster.
  const issues = schema.safeParse(value, { error: remember, jitless: true }).error?.issues ?? [];
  return issues.flatMap((issue) => problemsOf(issue, place, known));
}

/** The known names of objects, by the lists of unknown keys. */
type KnownNames = Map<readonly string[], readonly string[]>;

/** Throws an error if there are problems. @throws {MockServiceError} "invalid-input" */
export function throwProblems(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw invalidFields("invalid-input", problems);
}

function problemsOf(issue: z.core.$ZodIssue, place: string, known: KnownNames): FieldProblem[] {
  const path = pathText(issue.path, place);
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => unknownField(key, known.get(issue.keys) ?? [], path));
  // The problems of each member of a union that the value could be. At most one member of a union has fields.
  const forms = issue.code === "invalid_union" ? issue.errors.filter((issues) => !issues.some(isOfWhole)) : [];
  const [form = [], ...others] = forms;
  if (forms.length > 0 && others.length === 0)
    return form.flatMap((each) => problemsOf({ ...each, path: [...issue.path, ...each.path] }, place, known));
  return [{ path, ...worded(issue) }];
}

/** The words for a wrong type, if the schema has no message. */
const wrongType = /^Invalid input: expected (\w+), received (\w+)$/;

const typeNames: Readonly<Record<string, string>> = {
  array: "a list",
  record: "an object",
  int: "a whole number",
  null: "null",
};

function worded(issue: z.core.$ZodIssue): Omit<FieldProblem, "path"> {
  const [, expected, received] = wrongType.exec(issue.message) ?? [];
  if (expected === undefined || received === undefined) return { problem: "wrong-value", message: messageOf(issue) };
  if (received === "undefined") return { problem: "missing", message: "is required" };
  return { problem: "wrong-type", message: `must be ${typeName(expected)}, got ${typeName(received)}` };
}

/** The schema's own message, or else one in the fake's own words instead of zod's. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (!/^(?:Invalid|Too )/.test(issue.message)) return issue.message;
  switch (issue.code) {
    case "too_small":
      if (issue.origin !== "number") return "must not be empty";
      return `must be ${issue.inclusive ? "at least" : "greater than"} ${issue.minimum}`;
    case "too_big":
      return `must be at most ${issue.maximum}`;
    case "invalid_value":
      return mustBeOneOf(undefined, issue.values.map(String));
    case "invalid_union": {
      const words = issue.errors.flatMap(([first]) => (first ? worded(first).message : []));
      return `must be ${words.map((each) => each.replace(/^must be |, got .*$/g, "")).join(" or ")}`;
    }
    default:
      return "has the wrong form";
  }
}

function typeName(type: string): string {
  return typeNames[type] ?? `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}

/** Whether a problem is about unknown keys. A union member that does not match has no useful message about keys. */
function isOfWhole(issue: z.core.$ZodIssue): boolean {
  return issue.path.length === 0 && issue.code !== "unrecognized_keys" && issue.code !== "custom";
}

/**
 * Checks that every field of a value is known. Undefined fields count as not given.
 *
 * @param place the path of the value, which begins the names of unknown fields
 * @throws {MockServiceError} that names every unknown field, with the nearest known name or all known names
 */
export function checkKnownFields(value: object, known: readonly string[], place = ""): void {
  checkShape(z.looseObject({}), value, place || "options");
  const unknown = Object.entries(value).filter(([name, given]) => given !== undefined && !known.includes(name));
  throwProblems(unknown.map(([name]) => unknownField(name, known, place)));
}

function unknownField(name: string, known: readonly string[], place: string): FieldProblem {
  return wrongValue(pathText([name], place), `is unknown${namesHint(name, known)}`);
}

function namesHint(name: string, known: readonly string[]): string {
  const nearest = closestName(name, known);
  if (nearest !== undefined) return `; did you mean ${nearest}?`;
  if (known.length === 1) return `; the only known name is ${known[0]}`;
  return known.length === 0 ? "" : `; the known names are ${known.join(", ")}`;
}

/**
 * The known name that was probably meant: the one with the fewest edits, if these are few. Case, hyphens and
 * underscores do not count.
 */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const distances = known.map((other) => editDistance(plain(name), plain(other)));
  const edits = Math.min(...distances);
  const nearest = known[distances.indexOf(edits)] ?? "";
  const mostEdits = nearest.length < 4 ? 1 : Math.max(2, Math.floor(nearest.length / 3));
  return edits <= mostEdits ? nearest : undefined;
}

/** The message for an unknown name, which suggests the nearest one. */
export function unknownName(name: string, { what, known }: { what: string; known: readonly string[] }): string {
  const meant = closestName(name, known);
  return `is not ${what}: "${name}"${meant === undefined ? "" : `; did you mean "${meant}"?`}`;
}

/** The problem for an unknown name. */
export function unknownNameProblems(
  path: string,
  name: string | undefined,
  { what, known }: { what: string; known: readonly string[] },
): FieldProblem[] {
  return name === undefined || known.includes(name) ? [] : [wrongValue(path, unknownName(name, { what, known }))];
}

/** The message for a value that must be one of some words. It suggests the nearest one. */
export function mustBeOneOf(given: unknown, words: readonly string[]): string {
  const [only, ...others] = words;
  if (others.length === 0) return `must be ${only}`;
  const meant = typeof given === "string" ? closestName(given, words) : undefined;
  return `must be one of ${words.join(", ")}${meant === undefined ? "" : `; did you mean ${meant}?`}`;
}

/** A schema for one of some words. */
export function oneOf<const Words extends readonly string[]>(
  words: Words,
): z.ZodEnum<{ [Word in Words[number]]: Word }> {
  return z.enum(words, { error: ({ input }) => mustBeOneOf(input, words) });
}

/** The longest name that is compared. Known names are shorter. */
const comparedLength = 64;

function plain(name: string): string {
  return name.slice(0, comparedLength).toLowerCase().replaceAll(/[_-]/g, "");
}

/** The edit distance of two names: how many characters must be inserted, removed or replaced (Wagner–Fischer). */
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
export function pathText(path: readonly PropertyKey[], place = ""): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, place);
}

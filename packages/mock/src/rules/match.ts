/** Selects requests, calls or journal entries by their fields. A field that is not named can have any value. */
import { type Operation, operations } from "@call-analysis/sdk/operations";
import * as z from "zod";
import { checkKnownFields, checkShape, oneOf, shapeProblems, throwProblems } from "../core/check-shape.js";
import { invalidValue } from "../core/mock-service-error.js";
import { type OperationName, operationNames } from "../core/operations.js";

/** Fields by name, of a match that was checked. */
export type AnyMatch = Readonly<Record<string, unknown>>;

/** The attributes of every request. */
export interface RequestIdentity {
  operation: OperationName | null;
  method: string;
  /** The path of the address, without its query. */
  path: string;
  /** The organization whose key the request carries; null for none. */
  organizationId: string | null;
}

/** The fields that matches can name: those of the body, of the path and of the resource that the request is about. */
export interface RequestAttributes extends RequestIdentity {
  readonly [field: string]: unknown;
}

/** The fields of the resource that a path names, by the part of the path before the id. */
const subjectFields: Readonly<Record<string, readonly string[]>> = {
  agents: ["memberId"],
  calls: ["memberId", "categoryId", "audio_url", "filename", "udfs"],
};

/** The fields that the table of operations does not know: prospects may have any, and recordings are not JSON. */
const furtherFields: Partial<Record<OperationName, readonly string[]>> = {
  addProspect: ["name", "phone"],
  uploadRecording: ["uploadId", "filename"],
  readRecording: ["uploadId", "filename"],
};

/**
 * The fields of each operation's requests besides those of every request: of the body, of the path, and of what the request is
 * about. `filename` is the last part of the recording's address, or the name that its upload was granted for.
 */
export const fieldsOf = Object.fromEntries(operationNames.map((name) => [name, fieldsFor(name)])) as Readonly<
  Record<OperationName, readonly string[]>
>;

function fieldsFor(name: OperationName): readonly string[] {
  const table: Readonly<Record<string, Operation>> = operations;
  const { path = "", fields = {} } = table[name] ?? {};
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = ""]) => parameter);
  const resource = /\/(\w+)\/\{/.exec(path)?.[1] ?? "";
  const inBody = Object.keys(fields).flatMap((field) => (field === "audio_url" ? [field, "filename"] : [field]));
  return [...named, ...(subjectFields[resource] ?? []), ...inBody, ...(furtherFields[name] ?? [])];
}

/**
 * Selects requests by fields of their body and their path, and of the call or upload that they are about. When the match is
 * used, a field that no request of its operation has is refused.
 */
export interface Match {
  readonly operation?: OperationName | null | undefined;
  readonly method?: string | undefined;
  /** The path of the address, without its query. */
  readonly path?: string | undefined;
  /** The organization whose key the request carries; null for a key that is not known. */
  readonly organizationId?: string | null | undefined;
  /** The id of an agent, or its e-mail. */
  readonly memberId?: string | undefined;
  readonly categoryId?: string | undefined;
  readonly callId?: string | undefined;
  readonly audio_url?: string | undefined;
  /** The last part of the recording's address, or the name that its upload was granted for. */
  readonly filename?: string | undefined;
  /** Only the given fields are compared. */
  readonly udfs?: Readonly<Record<string, unknown>> | undefined;
  /** Further fields of bodies and paths. A prospect may have any. */
  readonly [field: string]: unknown;
}

/** Selects calls by how they were created. */
export type CallMatch = Pick<
  Match,
  "organizationId" | "memberId" | "categoryId" | "audio_url" | "filename" | "udfs"
> & { readonly date?: string | undefined };

/** The fields of every request. */
const commonFields = ["operation", "method", "path", "organizationId"];

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"] as const;

/** The values that fields can have: with any other, a match would never match. */
const matchValues = z.looseObject({
  // All are texts, but for the user-defined fields.
  ...Object.fromEntries(
    Object.values(fieldsOf)
      .flat()
      .map((name) => [name, z.string().optional()]),
  ),
  udfs: z.record(z.string(), z.unknown()).optional(),
  operation: oneOf(operationNames).nullable().optional(),
  method: oneOf(methods).optional(),
  path: z
    .string("must begin with / and have no query")
    .regex(/^\/[^?#]*$/)
    .optional(),
  organizationId: z.string().nullable().optional(),
});

/** The kinds of values that requests have. A match by any other would match everything or nothing. */
const comparable: z.ZodType = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(comparable), z.record(z.string(), comparable)], {
    error: "must be a value that JSON has",
  }),
);

const anyMatch = z.record(z.string(), comparable, { error: "must be an object of fields" });

const noFields = z.looseObject({});

/** The names of all fields, whatever the operation. */
export const matchFieldNames = [...new Set([...commonFields, ...Object.values(fieldsOf).flat()])];

/** How a match is checked. */
export interface MatchCheck {
  /** The operation that is selected already; undefined or null when the match alone can name one. */
  operation?: OperationName | null | undefined;
  /** The path of the match, with which the names of the fields at fault begin. */
  place?: string;
  /** Fields that can be named besides, such as a journal entry's `status`, and their values. */
  extraFields?: z.ZodObject;
}

/**
 * Checks that a match can match: requests of its operation have its fields, with values of these types. It must be checked
 * before it is copied: a copy would lose functions, patterns and what is undefined.
 *
 * @throws {MockServiceError} which names the unknown field and the known one that is nearest to it
 * @throws {MockServiceError} "invalid-input", which names every field whose value no request has
 */
export function checkMatch(match: AnyMatch, { operation, place = "", extraFields = noFields }: MatchCheck): void {
  checkShape(anyMatch, match, place);
  const named = operation ?? match.operation;
  // A prospect may have any key.
  if (named !== "addProspect") {
    const known = isOperation(named) ? [...commonFields, ...fieldsOf[named]] : matchFieldNames;
    checkKnownFields(match, [...Object.keys(extraFields.shape), ...known], place);
  }
  throwProblems([matchValues, extraFields].flatMap((schema) => shapeProblems(schema, match, place)));
  const isOther = operation && match.operation !== undefined && match.operation !== operation;
  if (isOther) throw invalidValue(place === "" ? "operation" : `${place}.operation`, `must be ${operation} or absent`);
}

function isOperation(operation: unknown): operation is OperationName {
  return typeof operation === "string" && Object.hasOwn(fieldsOf, operation);
}

/**
 * Whether attributes have every field that a match names, at any depth. Lists must have the same length. A field
 * of the match that is undefined counts as not named.
 *
 * @example
 * matches({ udfs: { crm: { id: 7 } } }, { memberId: "mem_1", udfs: { crm: { id: 7, stage: "won" } } }) // true
 */
export function matches({ memberId, ...others }: AnyMatch, attributes: AnyMatch): boolean {
  return (memberId === undefined || isMember(memberId, attributes.memberId)) && isMatch(others, attributes);
}

/** An agent has a list of names, each of which will do: the id, and the e-mail in upper or lower case. */
function isMember(wanted: unknown, names: unknown): boolean {
  if (typeof wanted !== "string" || !Array.isArray(names)) return isMatch(wanted, names);
  const inLowerCase = wanted.toLowerCase();
  return names.some((name) => name === wanted || (name.includes("@") && name.toLowerCase() === inLowerCase));
}

function isMatch(wanted: unknown, actual: unknown): boolean {
  if (typeof wanted === "string" && typeof actual === "string")
    // A letter with an accent can be one character or two, which look the same.
    return wanted === actual || wanted.normalize() === actual.normalize();
  if (typeof wanted !== "object" || wanted === null) return wanted === actual;
  if (typeof actual !== "object" || actual === null) return false;
  if (Array.isArray(wanted) && (!Array.isArray(actual) || wanted.length !== actual.length)) return false;
  // Own keys only, so that `__proto__` is a key like any other.
  return Object.entries(wanted).every(([key, value]) => value === undefined || hasMatching(actual, key, value));
}

function hasMatching(actual: object, key: string, wanted: unknown): boolean {
  return Object.hasOwn(actual, key) && isMatch(wanted, Reflect.get(actual, key));
}

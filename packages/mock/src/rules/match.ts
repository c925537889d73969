/**
 * Matches requests, calls or journal entries by their fields. A field that the match does not name can have any value.
 */
import { type Operation, operations } from "@call-analysis/sdk/operations";
import * as z from "zod";
import { checkKnownFields, checkShape, oneOf, shapeProblems, throwProblems } from "../core/check-shape.js";
import { invalidValue } from "../core/mock-service-error.js";
import { type OperationName, operationNames } from "../core/operations.js";

/** The fields of a checked match, by name. */
export type AnyMatch = Readonly<Record<string, unknown>>;

/** The attributes of every request. */
export interface RequestIdentity {
  operation: OperationName | null;
  method: string;
  /** The path of the address, without its query. */
  path: string;
  /** The organization of the request's key. Null if there is none. */
  organizationId: string | null;
}

/** The fields that a match can name: fields of the body, of the path, and of the resource that the request is about. */
export interface RequestAttributes extends RequestIdentity {
  readonly [field: string]: unknown;
}

/** The fields of the resource in a path, by the part of the path before the id. */
const subjectFields: Readonly<Record<string, readonly string[]>> = {
  agents: ["memberId"],
  calls: ["memberId", "categoryId", "audio_url", "filename", "udfs"],
};

/** The fields that are missing from the table of operations: prospects may have any, and recordings are not JSON. */
const furtherFields: Partial<Record<OperationName, readonly string[]>> = {
  addProspect: ["name", "phone"],
  uploadRecording: ["uploadId", "filename"],
  readRecording: ["uploadId", "filename"],
};

/**
 * The fields of each operation's requests, besides those of every request: fields of the body, of the path, and of the
 * resource. `filename` is the last part of the recording's URL, or the name in the request for its upload URL.
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
 * Matches requests by fields of their body and path, and of the call or upload that they are about. A field that no
 * request of the operation has is refused.
 */
export interface Match {
  readonly operation?: OperationName | null | undefined;
  readonly method?: string | undefined;
  /** The path of the address, without its query. */
  readonly path?: string | undefined;
  /** The organization of the request's key. Null for an unknown key. */
  readonly organizationId?: string | null | undefined;
  /** The id of an agent, or its e-mail. */
  readonly memberId?: string | undefined;
  readonly categoryId?: string | undefined;
  readonly callId?: string | undefined;
  readonly audio_url?: string | undefined;
  /** The last part of the recording's URL, or the name in the request for its upload URL. */
  readonly filename?: string | undefined;
  /** Only the given fields are compared. */
  readonly udfs?: Readonly<Record<string, unknown>> | undefined;
  /** Further fields of bodies and paths. A prospect may have any. */
  readonly [field: string]: unknown;
}

/** Matches calls by the fields that they were created with. */
export type CallMatch = Pick<
  Match,
  "organizationId" | "memberId" | "categoryId" | "audio_url" | "filename" | "udfs"
> & { readonly date?: string | undefined };

/** The fields of every request. */
const commonFields = ["operation", "method", "path", "organizationId"];

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"] as const;

/** The values that fields can have. A match with any other value would never match. */
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

/** The kinds of values in requests. A match with any other kind would match everything or nothing. */
const comparable: z.ZodType = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(comparable), z.record(z.string(), comparable)], {
    error: "must be a value that JSON has",
  }),
);

const anyMatch = z.record(z.string(), comparable, { error: "must be an object of fields" });

const noFields = z.looseObject({});

/** The names of all fields, whatever the operation. */
export const matchFieldNames = [...new Set([...commonFields, ...Object.values(fieldsOf).flat()])];

/** How to check a match. */
export interface MatchCheck {
  /** The operation that is already selected. Undefined or null if only the match can name one. */
  operation?: OperationName | null | undefined;
  /** The path of the match, which begins the names of wrong fields. */
  place?: string;
  /** Further fields that the match can name, such as a journal entry's `status`, with their values. */
  extraFields?: z.ZodObject;
}

/**
 * Checks that requests of the operation can match: that they have the fields, with values of these types. Check a match
 * before you copy it, because a copy loses functions, patterns and undefined values.
 *
 * @throws {MockServiceError} that names the unknown field and suggests the nearest known one
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
 * Whether attributes have every field of a match, at any depth. Lists must have the same length. An undefined field of
 * the match is ignored.
 *
 * @example
 * matches({ udfs: { crm: { id: 7 } } }, { memberId: "mem_1", udfs: { crm: { id: 7, stage: "won" } } }) // true
 */
export function matches({ memberId, ...others }: AnyMatch, attributes: AnyMatch): boolean {
  return (memberId === undefined || isMember(memberId, attributes.memberId)) && isMatch(others, attributes);
}

/** Whether an agent's names include the value: the id, or the e-mail in upper or lower case. */
function isMember(wanted: unknown, names: unknown): boolean {
  if (typeof wanted !== "string" || !Array.isArray(names)) return isMatch(wanted, names);
  const inLowerCase = wanted.toLowerCase();
  // A request that the service refuses may have any list.
  const isEmail = (name: unknown) =>
    typeof name === "string" && name.includes("@") && name.toLowerCase() === inLowerCase;
  return names.some((name) => name === wanted || isEmail(name));
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

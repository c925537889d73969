/** Makes an error that other code threw safe to be used as a cause. Pure: the redaction is passed in. */
import { isObject } from "../value-kinds.js";

type Redact = (text: string) => string;

/** How many values inside an error are checked; an error with more is copied. */
const mostValues = 1_000;
const deepestCause = 8;

/**
 * An error to be used as a cause: itself when everything that it shows is data without a key, else a plain copy
 * of its texts, and of those of its causes, without the keys.
 */
export function cleanCause(cause: unknown, redact: Redact): unknown {
  return isClean(cause, redact) ? cause : copyOf(cause, redact, 0);
}

function isClean(cause: unknown, redact: Redact): boolean {
  // Iterating over a Set includes what is added meanwhile, and each value once.
  const values = new Set<unknown>([cause]);
  try {
    for (const value of values) {
      if (values.size > mostValues || isOpaque(value)) return false;
      if (typeof value === "string" && redact(value) !== value) return false;
      if (isObject(value)) for (const inner of innerValues(value)) values.add(inner);
    }
    return true;
  } catch {
    // A getter that throws.
    return false;
  }
}

/** Functions and objects such as Headers, a Map or a socket may show more than their own properties. */
function isOpaque(value: unknown): boolean {
  if (!isObject(value)) return typeof value === "function";
  if (isError(value) || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype !== null && Object.getPrototypeOf(prototype) !== null;
}

/** Read by name, not by descriptor: an error's stack is an accessor on some engines. */
function innerValues(value: object): unknown[] {
  const own = Reflect.ownKeys(value).flatMap((key): unknown[] => [key, Reflect.get(value, key)]);
  return isError(value) ? [value.name, value.message, value.stack, ...own] : own;
}

function copyOf(cause: unknown, redact: Redact, depth: number): unknown {
  if (!isError(cause)) return redact(textOf(cause));
  const copy = new Error(redact(textOf(cause.message)));
  const { name, code, cause: inner, errors } = cause as Error & { code?: unknown; errors?: unknown };
  const further = (value: unknown) => copyOf(value, redact, depth + 1);
  const fields: Record<string, unknown> = { name: redact(textOf(name)) };
  if (typeof code === "string") fields.code = redact(code);
  if (inner !== undefined && depth < deepestCause) fields.cause = further(inner);
  if (Array.isArray(errors) && depth < deepestCause) fields.errors = errors.slice(0, deepestCause).map(further);
  for (const [key, value] of Object.entries(fields)) Object.defineProperty(copy, key, { value });
  return copy;
}

function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return "";
  }
}

/** Also for errors of another realm, which are not instances of this realm's Error. */
function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === "[object Error]";
}

/** What an error of foreign code may bring along as a cause. */
type Redact = (text: string) => string;

/** What is looked at before an error counts as too large to be known. */
const mostParts = 1_000;
const deepestCause = 8;

/**
 * An error as a cause: itself when all that can be seen of it is data without a key, else a plain copy of
 * its texts, and of its causes', without the keys.
 */
export function cleanCause(cause: unknown, redact: Redact): unknown {
  return isClean(cause, redact) ? cause : copyOf(cause, redact, 0);
}

function isClean(cause: unknown, redact: Redact): boolean {
  // A Set gives what is added while it is walked through, and each thing once.
  const parts = new Set<unknown>([cause]);
  try {
    for (const part of parts) {
      if (parts.size > mostParts || isOpaque(part)) return false;
      if (typeof part === "string" && redact(part) !== part) return false;
      if (typeof part === "object" && part !== null) for (const inner of innerParts(part)) parts.add(inner);
    }
    return true;
  } catch {
    // A getter that throws.
    return false;
  }
}

/** Functions and objects such as Headers, a Map or a socket may show more than their own properties. */
function isOpaque(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return typeof part === "function";
  if (isError(part) || Array.isArray(part)) return false;
  const prototype = Object.getPrototypeOf(part);
  return prototype !== null && Object.getPrototypeOf(prototype) !== null;
}

/** Read by name, not by descriptor: an error's stack is an accessor on some engines. */
function innerParts(part: object): unknown[] {
  const own = Reflect.ownKeys(part).flatMap((key): unknown[] => [key, Reflect.get(part, key)]);
  return isError(part) ? [part.name, part.message, part.stack, ...own] : own;
}

function copyOf(cause: unknown, redact: Redact, depth: number): unknown {
  if (!isError(cause)) return redact(textOf(cause));
  const copy = new Error(redact(textOf(cause.message)));
  const { name, code, cause: inner, errors } = cause as Error & { code?: unknown; errors?: unknown };
  const further = (value: unknown) => copyOf(value, redact, depth + 1);
  const facts: Record<string, unknown> = { name: redact(textOf(name)) };
  if (typeof code === "string") facts.code = redact(code);
  if (inner !== undefined && depth < deepestCause) facts.cause = further(inner);
  if (Array.isArray(errors) && depth < deepestCause) facts.errors = errors.slice(0, deepestCause).map(further);
  for (const [key, value] of Object.entries(facts)) Object.defineProperty(copy, key, { value });
  return copy;
}

function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return "";
  }
}

/** Also for errors of another realm, which are no instances of this one's Error. */
function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === "[object Error]";
}

/**
 * What every error of this package has in common. Tell errors apart with `is()`, which also works when
 * two copies of the package are loaded: `if (NotFoundError.is(error)) …`.
 */
import type { CallInput } from "../contract/types.js";

/** The stage of a flow at which an error stopped it. */
export type FlowStage = "grant" | "upload" | "create" | "poll";

/**
 * Where a flow can go on after an error, as JSON without keys: keep it anywhere, and pass it to `calls.resume()` in this
 * or another process. Its `audio_url` is the one that you passed, with a signature if that had one.
 */
export type ResumeToken = CreateToken | PollToken;

/** The recording is uploaded; the call is not known to be created. @inline */
export interface CreateToken {
  version: 1;
  stage: "create";
  /** The service that the recording was uploaded to; absent in tokens of the first release. */
  baseUrl?: string | undefined;
  /** Identifies the creation: this process runs it once, however often the token is resumed. */
  id?: string | undefined;
  /** Its key in the ledger that was asked before it was sent; absent without a ledger. */
  key?: string | undefined;
  /** Whether the call may exist already: `POST /calls` was sent, and no usable response came back. */
  uncertain: boolean;
  call: Omit<CallInput, "date"> & { date?: string };
}

/** The call is created. @inline */
export interface PollToken {
  version: 1;
  stage: "poll";
  /** The service that has the call; absent in tokens of the first release. */
  baseUrl?: string | undefined;
  callId: string;
}

/** What every error takes besides its message. */
export interface CallAnalysisErrorOptions {
  cause?: unknown;
  /** How many attempts were made; 0 when none was. */
  attempts?: number;
  /** @default false; for errors with a status: true for 408, 429 and 5xx */
  isRetryable?: boolean;
}

type ErrorClass<E> = (abstract new (...parameters: never[]) => E) & { readonly kind: string };

const lineage = Symbol.for("@call-analysis/sdk/error-lineage");

/** The base class of all errors of this package. */
export abstract class CallAnalysisError extends Error {
  /** The class's name, which minifiers leave alone. */
  static readonly kind: string = "CallAnalysisError";

  /** A stable word for programs, such as `not_found`. */
  abstract readonly code: string;
  /**
   * Whether the same call may succeed later with nothing changed: advice to you, for the client has its own rules. Before
   * you repeat a create, check that it was not done.
   */
  readonly isRetryable: boolean = false;
  /** How many attempts were made; 0 when the error came before the first. */
  attempts: number;
  /** The stage at which a flow was stopped; only on errors of a flow. */
  declare stage?: FlowStage;
  /** Pass it to `calls.resume()` to go on; only once there is something to go on from. */
  declare resume?: ResumeToken;

  /** Whatever else is in the options becomes a field: the classes below declare theirs, and assign none. */
  constructor(message: string, { cause, attempts = 0, ...fields }: CallAnalysisErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.attempts = attempts;
    Object.assign(this, fields);
    // Not `new.target`: terser moves it into the function, where it is undefined. The constructor is this class or one below.
    setKinds(this, kindsOf(this.constructor as typeof CallAnalysisError));
  }

  /**
   * The error that this JSON was: what `toJSON()` gives, also after `JSON.stringify`, `structuredClone` or a queue. `is()` and
   * `instanceof` know its class. The `headers` of an `ApiError` are empty, for JSON leaves them out. Whatever else you pass
   * gives a plain `CallAnalysisError` with the code `unknown`, which is not retryable; nothing is thrown.
   */
  static fromJSON(value: unknown): CallAnalysisError {
    return errorFromJson(value);
  }

  /**
   * Whether a value is an error of this class, made by this or another copy of the package. It is bound to its class, so
   * you can pass it on: `errors.filter(RateLimitError.is)`.
   */
  declare static readonly is: <E extends CallAnalysisError>(this: ErrorClass<E>, value: unknown) => value is E;

  static {
    Object.defineProperty(this, "is", {
      get(this: ErrorClass<CallAnalysisError>) {
        return (value: unknown) => hasKind(value, this.kind);
      },
    });
  }

  /** So that `instanceof` knows what `is()` knows. Your own class has no `kind`, and only its own instances. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Function.prototype[Symbol.hasInstance].call(this, value) || (Object.hasOwn(this, "kind") && this.is(value));
  }

  /** The error's fields as JSON: no keys and no stack. `resume` has the `audio_url` that you passed, as it was. */
  toJSON(): Record<string, unknown> {
    const { name, code, message, cause, ...fields } = this;
    return { name: this.name, code, message: this.message, ...fields, ...causeAsJson(this.cause) };
  }
}

function hasKind(value: unknown, kind: string): boolean {
  const kinds = (value as { [lineage]?: readonly string[] } | null | undefined)?.[lineage];
  return Array.isArray(kinds) && kinds.includes(kind);
}

function kindsOf(type: { kind?: string }): string[] {
  const kinds: string[] = [];
  for (let current: { kind?: string } | null = type; current?.kind; current = Object.getPrototypeOf(current))
    kinds.push(current.kind);
  return kinds;
}

/** Not enumerable, so that a copy of the error's fields has neither. */
function setKinds(error: CallAnalysisError, kinds: readonly string[]): CallAnalysisError {
  Object.defineProperty(error, lineage, { value: kinds, configurable: true });
  return Object.defineProperty(error, "name", { value: kinds[0], configurable: true, writable: true });
}

/** Outside the class: a bundler renames a class that names itself. */
function errorFromJson(value: unknown): CallAnalysisError {
  if (CallAnalysisError.is(value)) return value;
  let text = value;
  try {
    text = Object(value).message ?? value;
    // A copy of the data alone: no functions, and nothing that changes later.
    const error = fromErrorJson(JSON.parse(JSON.stringify(value)));
    if (error) return error;
  } catch {
    // Circular, or with a getter that throws.
  }
  return Object.assign(newError(typeof text === "string" ? text : "An unknown error."), { code: "unknown" });
}

/** Undefined for everything but the JSON of an error of this package. */
function fromErrorJson(json: unknown): CallAnalysisError | undefined {
  const { name, message, cause, ...fields } = Object(json) as Record<string, unknown>;
  const isError = [name, message, fields.code].every((text) => typeof text === "string");
  if (!isError || typeof fields.attempts !== "number") return undefined;
  const error = newError(String(message), fromErrorJson(cause) ?? foreignError(cause));
  for (const [field, value] of Object.entries(fields)) {
    // Not `__proto__`, and nothing in a method's place.
    if (!(field in CallAnalysisError.prototype)) Object.assign(error, { [field]: value });
  }
  const isOfStatus = "fieldErrors" in fields;
  if (isOfStatus) Object.defineProperty(error, "headers", { value: new Headers() });
  return setKinds(error, [String(name), ...(isOfStatus ? ["ApiError"] : []), CallAnalysisError.kind]);
}

function foreignError(json: unknown): Error | undefined {
  const { name, message } = Object(json) as Record<string, unknown>;
  return message === undefined ? undefined : Object.defineProperty(new Error(String(message)), "name", { value: name });
}

/** The base class itself: `abstract` is known to the compiler alone. */
function newError(message: string, cause?: unknown): CallAnalysisError {
  return Reflect.construct(CallAnalysisError, [message, { cause }]);
}

function causeAsJson(cause: unknown): { cause?: unknown } {
  if (CallAnalysisError.is(cause)) return { cause: cause.toJSON() };
  return cause instanceof Error ? { cause: { name: cause.name, message: cause.message } } : {};
}

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

/** The recording is uploaded; the call is not known to be created. */
export interface CreateToken {
  version: 1;
  stage: "create";
  /** The service that the recording was uploaded to; absent in tokens of the first release. */
  baseUrl?: string | undefined;
  /** Identifies the creation: this process runs it once, however often the token is resumed. */
  id?: string | undefined;
  /** Whether the call may exist already: `POST /calls` was sent, and no usable response came back. */
  uncertain: boolean;
  call: Omit<CallInput, "date"> & { date?: string };
}

/** The call is created. */
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
   * Whether the same call may succeed later with nothing changed: advice to you; `http/retry.ts` decides what the
   * client itself repeats. Before you repeat a create, check that it was not done.
   */
  readonly isRetryable: boolean = false;
  /** How many attempts were made; 0 when the error came before the first. */
  attempts: number;
  /** The stage at which a flow was stopped; only on errors of a flow. */
  declare stage?: FlowStage;
  /** Pass it to `calls.resume()` to go on; only once there is something to go on from. */
  declare resume?: ResumeToken;

  constructor(message: string, { cause, attempts = 0 }: CallAnalysisErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.attempts = attempts;
    const kinds = kindsOf(new.target);
    Object.defineProperty(this, "name", { value: kinds[0], configurable: true, writable: true });
    Object.defineProperty(this, lineage, { value: kinds });
  }

  /** Whether a value is an error of this class, made by this or another copy of the package. */
  static is<E extends CallAnalysisError>(this: ErrorClass<E>, value: unknown): value is E {
    const kinds = (value as { [lineage]?: readonly string[] } | null | undefined)?.[lineage];
    return Array.isArray(kinds) && kinds.includes(this.kind);
  }

  /** The error's fields as JSON: no keys and no stack. `resume` has the `audio_url` that you passed, as it was. */
  toJSON(): Record<string, unknown> {
    const { name, code, message, cause, ...fields } = this;
    return { name: this.name, code, message: this.message, ...fields, ...causeAsJson(this.cause) };
  }
}

function kindsOf(type: { kind?: string } | null): string[] {
  const kinds: string[] = [];
  for (let current = type; current?.kind; current = Object.getPrototypeOf(current)) kinds.push(current.kind);
  return kinds;
}

function causeAsJson(cause: unknown): { cause?: unknown } {
  if (CallAnalysisError.is(cause)) return { cause: cause.toJSON() };
  return cause instanceof Error ? { cause: { name: cause.name, message: cause.message } } : {};
}

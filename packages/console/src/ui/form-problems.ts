/** Why a form was not taken: by the form itself, by the service, or by the control interface. Most say which fields are wrong. */
import { ApiError } from "@call-analysis/sdk";
import { ControlError, type FieldProblem } from "../connection/control.ts";
import { errorFacts } from "./error-state.tsx";

/** A value of a form that cannot be sent, such as broken JSON. */
export class FormValueError extends Error {
  override readonly name = "FormValueError";
  /** The field, as the interface would name it. */
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/** A failed submission's problems by field. A problem without a field has an empty path. */
export function problemsIn(error: unknown): readonly FieldProblem[] {
  if (error === null || error === undefined) return [];
  if (error instanceof FormValueError) return [{ path: error.path, message: error.message }];
  if (error instanceof ControlError && error.fields.length > 0) return error.fields;
  if (ApiError.is(error) && error.fieldErrors.length > 0)
    return error.fieldErrors.map(({ path, message }) => refusal(path.split(".").at(-1) ?? "", message));
  return [{ path: "", message: errorFacts(error).message }];
}

/** Makes a sentence of a field's message, such as `is another agent's`. */
function refusal(field: string, message: string): FieldProblem {
  return { path: field, message: `The service refused it: it ${message.replace(/\.?$/, ".")}` };
}

/** The problem with a field or a part of it, if any. */
export function problemAt(problems: readonly FieldProblem[], field: string): string | undefined {
  return textOf(problems.filter(({ path }) => isWithin(path, field)).map((problem) => inside(problem, field)));
}

/** What belongs to none of the fields that are shown; undefined for nothing. */
export function otherProblems(problems: readonly FieldProblem[], shown: readonly string[]): string | undefined {
  return textOf(problems.filter(({ path }) => !shown.some((field) => isWithin(path, field))).map(named));
}

/** Whether a path is a field, or within it: `then[1].fail` is within `then`. */
function isWithin(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`);
}

/** At its field, a problem need not name it again. */
function inside({ path, message }: FieldProblem, field: string): string {
  return path === field ? message : `${path.slice(field.length).replace(/^\./, "")}: ${message}`;
}

function named({ path, message }: FieldProblem): string {
  return path === "" ? message : `${path}: ${message}`;
}

function textOf(messages: readonly string[]): string | undefined {
  return messages.length === 0 ? undefined : messages.join("; ");
}

/** The value that a number field sends: the number, or the unchanged text, which the receiver then refuses. */
export function numberOf(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  return Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed;
}

/** The value of a field for a score. The fake also takes other numbers, for tests. @throws {FormValueError} when it is none */
export function scoreOf(text: string, path: string): number | string | undefined {
  const score = numberOf(text);
  if (typeof score !== "number" || (score >= 0 && score <= 100)) return score;
  throw new FormValueError(path, "must be from 0 to 100");
}

/** The value of JSON. @throws {FormValueError} when it is none */
export function jsonOf(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FormValueError(path, `is not JSON: ${errorFacts(error).message}`);
  }
}

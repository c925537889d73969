/** Why a form was not taken: by the form itself, or by the control interface, which names the fields. */
import { ControlError, type FieldProblem } from "../connection/control.ts";
import { errorFacts } from "../ui/error-state.tsx";

/** A value of a form that cannot be sent, such as broken JSON. */
export class FormValueError extends Error {
  override readonly name = "FormValueError";
  /** The field, as the control interface would name it. */
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/** The problems of a form, by the field that each is shown at. */
export interface FormProblems {
  /** What is wrong with a field, or with a part of it. */
  at: (path: string) => string | undefined;
  /** What belongs to none of the fields that are shown; undefined for nothing. */
  rest: (shownPaths: readonly string[]) => string | undefined;
}

/** Sorts what was thrown when a form was sent. */
export function formProblems(error: unknown): FormProblems {
  const problems = problemsOf(error);
  return {
    at: (path) => textOf(problems.filter((problem) => isWithin(problem.path, path)).map((each) => inside(each, path))),
    rest: (shownPaths) =>
      textOf(problems.filter(({ path }) => !shownPaths.some((shown) => isWithin(path, shown))).map(named)),
  };
}

function problemsOf(error: unknown): readonly FieldProblem[] {
  if (error === null || error === undefined) return [];
  if (error instanceof FormValueError) return [{ path: error.path, message: error.message }];
  if (error instanceof ControlError && error.fields.length > 0) return error.fields;
  return [{ path: "", message: errorFacts(error).message }];
}

/** Whether a path is a field, or within it: `sequence[1].status` is within `sequence`. */
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

/** What a field of numbers sends: the number, or the text as it is, which the control interface then refuses. */
export function numberOf(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  return Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed;
}

/** The value of JSON. @throws {FormValueError} when it is none */
export function jsonOf(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FormValueError(path, `is not JSON: ${errorFacts(error).message}`);
  }
}

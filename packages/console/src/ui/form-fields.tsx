/** Fields of forms: each with its label, a hint, and what is wrong with it. */
import { type ReactNode, useId } from "react";
import { type Choice, inputClasses } from "./choice.tsx";
import { classNames } from "./class-names.ts";

/** What every field has. */
interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** What is wrong with the value; the field is marked, and this is read out with it. */
  problem?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  className?: string;
}

interface ControlAttributes {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
}

function Field({
  label,
  hint,
  problem,
  className,
  children,
}: Pick<FieldProps, "label" | "hint" | "problem" | "className"> & {
  children: (attributes: ControlAttributes) => ReactNode;
}) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = problem ?? hint;
  return (
    <div className={classNames("flex min-w-0 flex-col gap-1", className)}>
      <label htmlFor={id} className="text-xs font-medium text-muted">
        {label}
      </label>
      {children({ id, "aria-invalid": problem !== undefined, "aria-describedby": note ? noteId : undefined })}
      {note && (
        <p
          id={noteId}
          className={classNames(
            "text-xs break-words",
            problem === undefined ? "text-muted" : "text-bad first-letter:uppercase",
          )}
        >
          {note}
        </p>
      )}
    </div>
  );
}

function controlClasses(problem: string | undefined, className?: string): string {
  return inputClasses(classNames(problem !== undefined && "outline-1 outline-bad", className));
}

/** One line of text, with suggestions where there are some. */
export function TextField({
  value,
  onChange,
  suggestions = [],
  isCode = false,
  inputMode,
  placeholder,
  ...field
}: FieldProps & {
  suggestions?: readonly Choice[];
  /** Whether it is an id, a number or code. */
  isCode?: boolean;
  inputMode?: "text" | "decimal" | "numeric";
  placeholder?: string;
}) {
  const listId = useId();
  return (
    <Field {...field}>
      {(attributes) => (
        <>
          <input
            {...attributes}
            type="text"
            value={value}
            inputMode={inputMode}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            list={suggestions.length > 0 ? listId : undefined}
            onChange={({ target }) => onChange(target.value)}
            className={controlClasses(field.problem, isCode ? "font-mono" : undefined)}
          />
          {suggestions.length > 0 && (
            <datalist id={listId}>
              {suggestions.map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.label}
                </option>
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

/** Several lines of text or JSON. */
export function TextAreaField({
  value,
  onChange,
  rows = 6,
  placeholder,
  ...field
}: FieldProps & { rows?: number; placeholder?: string }) {
  return (
    <Field {...field}>
      {(attributes) => (
        <textarea
          {...attributes}
          value={value}
          rows={rows}
          placeholder={placeholder}
          spellCheck={false}
          onChange={({ target }) => onChange(target.value)}
          className={classNames(
            "w-full min-w-0 resize-y rounded-md border border-control/70 bg-panel px-3 py-2 font-mono text-xs",
            "hover:border-control disabled:opacity-55",
            field.problem !== undefined && "outline-1 outline-bad",
          )}
        />
      )}
    </Field>
  );
}

/** One of a few. */
export function SelectField({ value, onChange, choices, ...field }: FieldProps & { choices: readonly Choice[] }) {
  return (
    <Field {...field}>
      {(attributes) => (
        <select
          {...attributes}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className={controlClasses(field.problem)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** What is wrong with the form as a whole. */
export function FormProblem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-md border border-bad/40 bg-bad-soft px-3 py-2 break-words text-bad">
      {children}
    </p>
  );
}

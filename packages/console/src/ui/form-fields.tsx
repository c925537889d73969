/** Fields of forms: each with its label, a hint, and what is wrong with it. */
import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import { Button, type ButtonProps } from "./button.tsx";
import { type Choice, inputClasses } from "./choice.tsx";
import { classNames } from "./class-names.ts";
import { ErrorState } from "./error-state.tsx";
import type { FormSending } from "./use-form.ts";

/** What every field has. */
interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** The problem with the value. The field is marked as invalid and described by this text. */
  problem?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  className?: string;
}

/** The properties for the control of a field. */
export interface ControlAttributes {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
}

/** A control below its label, and above its hint or its problem. */
export function Field({
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
          role={problem === undefined ? undefined : "alert"}
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

/** The classes of a control, which is marked where its value is refused. */
export function controlClasses(problem: string | undefined, className?: string): string {
  return inputClasses(classNames(problem !== undefined && "outline-1 outline-bad", className));
}

/** One line of text, with suggestions where there are some. Without a value, the form reads it when it is sent. */
export function TextField({
  label,
  hint,
  problem,
  className,
  onChange,
  suggestions = [],
  isCode = false,
  ...input
}: Omit<FieldProps, "value" | "onChange"> &
  Omit<InputHTMLAttributes<HTMLInputElement>, "onChange"> & {
    onChange?: (value: string) => void;
    suggestions?: readonly Choice[];
    /** Whether it is an id, a number or code. */
    isCode?: boolean;
  }) {
  const listId = useId();
  return (
    <Field {...{ label, hint, problem, className }}>
      {(attributes) => (
        <>
          <input
            type="text"
            autoComplete="off"
            spellCheck={false}
            list={suggestions.length > 0 ? listId : undefined}
            onChange={({ target }) => onChange?.(target.value)}
            className={controlClasses(problem, isCode ? "font-mono" : undefined)}
            {...input}
            {...attributes}
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
export function TextAreaField({ value, onChange, rows = 6, ...field }: FieldProps & { rows?: number }) {
  return (
    <Field {...field}>
      {(attributes) => (
        <textarea
          {...attributes}
          value={value}
          rows={rows}
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

/** The choices of a list of labels by value. */
export function choicesOf(labels: Readonly<Record<string, string>>): Choice[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

/** The problem with the form as a whole. */
export function FormProblem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-md border border-bad/40 bg-bad-soft px-3 py-2 break-words text-bad">
      {children}
    </p>
  );
}

/** A form: its fields, and its end. */
export function Form({ className, children, ...end }: FormEndProps & { className?: string; children: ReactNode }) {
  const { ref, submit } = end.form;
  return (
    <form ref={ref} noValidate onSubmit={submit} className={classNames("flex flex-col", className ?? "gap-3")}>
      {children}
      <FormEnd {...end} />
    </form>
  );
}

interface FormEndProps extends Pick<ButtonProps, "variant"> {
  form: FormSending;
  /** Label of the submit button. */
  label: string;
  /** What happens while it is sent. */
  waiting?: string;
  /** Leaves the form, which is then a dialog: its buttons are at the right. */
  onCancel?: () => void;
}

/** The end of a form: what is wrong with it as a whole, its button, and how to leave it or to stop waiting. */
function FormEnd({ form, label, waiting = "Waiting for the response…", onCancel, ...submit }: FormEndProps) {
  const { isPending, isStopped, stop, error } = form;
  const problem = form.problemElsewhere();
  // Always there, so that its text is read out.
  const state = (
    <p
      key="state"
      role="status"
      className={classNames("basis-full text-muted empty:sr-only sm:basis-auto", onCancel && "sm:mr-auto")}
    >
      {isPending && waiting}
    </p>
  );
  const leave = (isPending || onCancel) && (
    <Button key="leave" onClick={isPending ? stop : onCancel}>
      {isPending ? "Stop waiting" : "Cancel"}
    </Button>
  );
  const send = (
    <Button key="send" type="submit" variant="primary" disabled={isPending} {...submit}>
      {label}
    </Button>
  );
  return (
    <>
      {isStopped && (
        <FormProblem>
          You stopped waiting, but the request may still have succeeded. Check before you try again.
        </FormProblem>
      )}
      {problem !== undefined && <ErrorState error={error} message={problem} />}
      <div className={classNames("flex flex-wrap items-center gap-2", onCancel && "justify-end")}>
        {onCancel ? [state, leave, send] : [send, leave, state]}
      </div>
    </>
  );
}

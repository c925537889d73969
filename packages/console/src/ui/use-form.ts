/** The state of a form: its values, and what is wrong with them from the first attempt to send it on. */
import { ApiError } from "@call-analysis/sdk";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** What is wrong, by the field. */
export type Problems = Readonly<Record<string, string | undefined>>;

interface FormOptions<Values> {
  initial: Values;
  /** What is wrong with values before they are sent. */
  problemsOf: (values: Values) => Problems;
  onSubmit: (values: Values) => void;
}

/** A form whose problems are shown once it was submitted, and follow its values from then on. */
export function useForm<Values extends object>({ initial, problemsOf, onSubmit }: FormOptions<Values>) {
  const [values, setValues] = useState(initial);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [refused, setRefused] = useState<Problems>({});
  const ref = useRef<HTMLFormElement>(null);
  const focusProblem = () => ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  const problems = wasSubmitted ? { ...problemsOf(values), ...refused } : {};
  return {
    /** Of the `form` element. */
    ref,
    values,
    problems,
    /** What was refused about the fields that change is no longer known of them. */
    change(changes: Partial<Values>) {
      setValues((previous) => ({ ...previous, ...changes }));
      setRefused((previous) => Object.fromEntries(Object.entries(previous).filter(([field]) => !(field in changes))));
    },
    /** Shows what the service refused, at its fields. */
    refuse(found: Problems) {
      flushSync(() => setRefused(found));
      focusProblem();
    },
    reset() {
      setValues(initial);
      setWasSubmitted(false);
      setRefused({});
    },
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      flushSync(() => {
        setWasSubmitted(true);
        setRefused({});
      });
      const isGood = Object.values(problemsOf(values)).every((problem) => problem === undefined);
      if (isGood) onSubmit(values);
      else focusProblem();
    },
  };
}

/** What the service said about fields of a form when it refused them, as a sentence: it says `is another agent's`. */
export function refusedFields(error: unknown, fields: readonly string[]): Problems {
  if (!ApiError.is(error)) return {};
  const named = error.fieldErrors.map(({ path, message }) => [path.split(".").at(-1) ?? "", message] as const);
  return Object.fromEntries(
    named
      .filter(([field]) => fields.includes(field))
      .map(([field, message]) => [field, `The service refused it: this ${field} ${message.replace(/\.?$/, ".")}`]),
  );
}

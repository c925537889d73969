/** The state of a form: its values, and which of them were refused. The receiver validates them. */
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { otherProblems, problemAt, problemsIn } from "./form-problems.ts";

interface FormOptions<Values, Sent> {
  initial: Values;
  /** The signal aborts when the person stops waiting. */
  send: (values: Values, signal: AbortSignal) => Promise<Sent>;
  onSent?: (sent: Sent, values: Values) => unknown;
  /** However sending has ended: what a person stopped waiting for may have been done all the same. */
  onSettled?: () => unknown;
}

/** The form's problems, for its parts. */
export interface FormState {
  /** The problem of a field, by its path. Problems that no field shows appear at the form's end. */
  at: (path: string) => string | undefined;
}

/** The names of values that are texts. */
type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] & string;

/**
 * What fields are given of the values of a form, or of a part of it: the value, what is wrong with it, and what to do
 * with another one. A problem may have another path than the value has a name.
 */
export function fieldsOf<Values>(
  values: Values,
  { at, onChange }: FormState & { onChange: (changes: Partial<Values>) => void },
) {
  return (name: TextName<Values>, path: string = name) => ({
    value: values[name] as string,
    problem: at(path),
    // A field whose value is one of a few offers no other.
    onChange: (text: string) => onChange({ [name]: text } as Partial<Values>),
  });
}

/** The state of a form's submission. */
export interface FormSending {
  ref: RefObject<HTMLFormElement | null>;
  submit: (event: FormEvent<HTMLFormElement>) => void;
  isPending: boolean;
  /** Whether the person stopped waiting: nobody knows whether it was done. */
  isStopped: boolean;
  stop: () => void;
  /** The error of the last submission. */
  error: unknown;
  /** The problem that no field above shows, if any. */
  problemElsewhere: () => string | undefined;
}

/** A form that shows what was refused of its values, until they change. */
export function useForm<Values extends object, Sent = unknown>(options: FormOptions<Values, Sent>) {
  const { initial, send, onSent, onSettled } = options;
  const [values, setValues] = useState(initial);
  const [error, setError] = useState<unknown>(null);
  const [changed, setChanged] = useState<readonly string[]>([]);
  const [isStopped, setIsStopped] = useState(false);
  const running = useRef<AbortController>(undefined);
  const ref = useRef<HTMLFormElement>(null);
  /** Shows what was refused, at its fields. */
  const refuse = (refused: unknown) => {
    flushSync(() => {
      setError(refused);
      setChanged([]);
    });
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  const { mutate, isPending } = useMutation({
    mutationFn(sent: Values) {
      running.current = new AbortController();
      return send(sent, running.current.signal);
    },
    onSuccess: onSent,
    onError: (failure) => (running.current?.signal.aborted ? setIsStopped(true) : refuse(failure)),
    onSettled,
  });
  const sendValues = (sent: Values) => {
    setError(null);
    setIsStopped(false);
    mutate(sent);
  };
  // A field that has changed since loses its problem.
  const problems = problemsIn(error).filter(({ path }) => !changed.includes(path));
  // Each field asks for its own while it is drawn, and the end of the form is drawn after all of them.
  const shownPaths = new Set<string>();
  const at = (path: string) => {
    shownPaths.add(path);
    return problemAt(problems, path);
  };
  const change = (changes: Partial<Values>) => {
    setValues((previous) => ({ ...previous, ...changes }));
    setChanged((previous) => [...previous, ...Object.keys(changes)]);
  };
  return {
    /** Props of the `form` element. */
    ref,
    values,
    isPending,
    isStopped,
    stop: () => running.current?.abort(),
    error,
    at,
    problemElsewhere: () => otherProblems(problems, [...shownPaths]),
    change,
    field: fieldsOf(values, { at, onChange: change }),
    /** Sends other values than those that were entered. */
    sendValues,
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      sendValues(values);
    },
  };
}

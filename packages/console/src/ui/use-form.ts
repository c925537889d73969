/** The state of a form: its values, and what is wrong with them from the first attempt to send it on. */
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { otherProblems, problemAt, problemsIn } from "./form-problems.ts";

/** What is wrong, by the field. */
export type Problems = Readonly<Record<string, string | undefined>>;

interface FormOptions<Values, Sent> {
  initial: Values;
  /** What is wrong with values before they are sent. @default nothing: whoever gets them checks them */
  problemsOf?: (values: Values) => Problems;
  /** The signal aborts when the person stops waiting. */
  send: (values: Values, signal: AbortSignal) => Promise<Sent>;
  onSent?: (sent: Sent, values: Values) => unknown;
  /** However sending has ended: what a person stopped waiting for may have been done all the same. */
  onSettled?: () => unknown;
}

/** What the parts of a form know of its problems. */
export interface FormState {
  /** What is wrong with a field, by its path. It is shown there: whatever no field asks for stands at the form's end. */
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

/** What a form knows of its sending. */
export interface FormSending {
  ref: RefObject<HTMLFormElement | null>;
  submit: (event: FormEvent<HTMLFormElement>) => void;
  isPending: boolean;
  /** Whether the person stopped waiting: nobody knows whether it was done. */
  isStopped: boolean;
  stop: () => void;
  /** What was refused, or has failed. */
  error: unknown;
  /** What is wrong with none of the fields above; undefined for nothing. */
  problemElsewhere: () => string | undefined;
}

/** A form whose problems are shown once it was submitted, and follow its values from then on. */
export function useForm<Values extends object, Sent = unknown>(options: FormOptions<Values, Sent>) {
  const { initial, problemsOf = () => ({}), send, onSent, onSettled } = options;
  const [values, setValues] = useState(initial);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [changed, setChanged] = useState<readonly string[]>([]);
  const [isStopped, setIsStopped] = useState(false);
  const running = useRef<AbortController>(undefined);
  const ref = useRef<HTMLFormElement>(null);
  const focusProblem = () => ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  /** Shows what was refused, at its fields. */
  const refuse = (refused: unknown) => {
    flushSync(() => {
      setError(refused);
      setChanged([]);
    });
    focusProblem();
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
  const own: Problems = wasSubmitted ? problemsOf(values) : {};
  // What was refused about a field that has changed since is no longer known of it.
  const problems = problemsIn(error).filter(({ path }) => !changed.includes(path));
  // Each field asks for its own while it is drawn, and the end of the form is drawn after all of them.
  const shownPaths = new Set<string>();
  const at = (path: string) => {
    shownPaths.add(path);
    return own[path] ?? problemAt(problems, path);
  };
  const change = (changes: Partial<Values>) => {
    setValues((previous) => ({ ...previous, ...changes }));
    setChanged((previous) => [...previous, ...Object.keys(changes)]);
  };
  return {
    /** Of the `form` element. */
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
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      flushSync(() => {
        setWasSubmitted(true);
        setError(null);
        setIsStopped(false);
      });
      const isGood = Object.values(problemsOf(values)).every((problem) => problem === undefined);
      if (isGood) mutate(values);
      else focusProblem();
    },
  };
}

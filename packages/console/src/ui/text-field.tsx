import { type InputHTMLAttributes, useId } from "react";
import { inputClasses } from "./choice.tsx";

/** A text field with its label above it, and below it what is wrong with its content. */
export function TextField({
  label,
  hint,
  problem,
  className,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  /** What may be written there. */
  hint?: React.ReactNode;
  /** What is wrong; undefined for nothing. */
  problem?: string | undefined;
  ref?: React.Ref<HTMLInputElement>;
}) {
  const id = useId();
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(" ");
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-xs font-medium text-muted">
        {label}
      </label>
      <input
        id={id}
        aria-invalid={problem !== undefined}
        aria-describedby={described || undefined}
        className={inputClasses(`aria-invalid:border-bad ${className ?? ""}`)}
        {...input}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} role="alert" className="text-xs text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}

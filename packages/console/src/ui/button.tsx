import type { ButtonHTMLAttributes, ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** How much a button asks to be pressed. */
export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  /** Lower, for toolbars and rows. */
  isSmall?: boolean;
  icon?: ReactNode;
}

const variants: Record<ButtonVariant, string> = {
  primary: "bg-accent text-on-accent font-medium hover:brightness-110 shadow-sm",
  secondary: "bg-panel border border-control/60 hover:border-control hover:bg-canvas",
  ghost: "hover:bg-ink/6",
  danger: "bg-panel border border-bad/50 text-bad hover:bg-bad-soft",
};

/** The classes of a button, for a link that looks like one. */
export function buttonClasses(variant: ButtonVariant = "secondary", isSmall = false): string {
  return classNames(
    "inline-flex items-center justify-center gap-1.5 rounded-md whitespace-nowrap select-none transition-colors",
    "disabled:opacity-55 disabled:pointer-events-none aria-disabled:opacity-55",
    isSmall ? "h-7 px-2 text-xs" : "h-8 px-3 text-sm",
    variants[variant],
  );
}

/** A button. */
export function Button({ variant, isSmall, icon, className, children, type = "button", ...rest }: ButtonProps) {
  return (
    <button type={type} className={classNames(buttonClasses(variant, isSmall), className)} {...rest}>
      {icon}
      {children}
    </button>
  );
}

/** A button that is an icon alone; its label is read out, and shown as a tooltip. */
export function IconButton({ label, icon, className, ...rest }: ButtonProps & { label: string; icon: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classNames(
        "grid size-8 shrink-0 place-items-center rounded-md text-muted transition-colors hover:bg-ink/6 hover:text-ink",
        "disabled:opacity-55 disabled:pointer-events-none",
        className,
      )}
      {...rest}
    >
      {icon}
    </button>
  );
}

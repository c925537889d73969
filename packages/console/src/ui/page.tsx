/** The frame of a page: its heading, its actions, and what it shows while it has nothing to show. */
import { Check, Copy, Inbox } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Button, IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";

/** A page: one `h1`, which is the title of the window too, and the content below it. */
export function Page(props: {
  title: string;
  /** What stands behind the title, such as a status. */
  aside?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { title, aside, description, actions, children } = props;
  useEffect(() => {
    document.title = `${title} · Call Analysis`;
  }, [title]);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-4 px-4 py-4 sm:px-6 sm:py-5 short:gap-2 short:py-2">
      <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-44">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {/* The focus goes there when the page is opened, so that the keys scroll it. */}
            <h1 tabIndex={-1} className="min-w-0 text-xl font-semibold tracking-tight wrap-anywhere outline-none">
              {title}
            </h1>
            {aside}
          </div>
          {description && <div className="mt-0.5 text-muted">{description}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A surface on the canvas. */
export function Panel({
  title,
  actions,
  className,
  children,
}: {
  title?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section className={classNames("min-w-0 rounded-lg border border-line bg-panel", className)}>
      {(title || actions) && (
        <header className="flex min-h-10 shrink-0 items-center justify-between gap-3 border-b border-line px-4">
          <h2 className="min-w-0 py-1.5 font-semibold wrap-anywhere">{title}</h2>
          {actions}
        </header>
      )}
      {children}
    </section>
  );
}

/** A name and a value of a description list. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted first-letter:uppercase">{label}</dt>
      <dd className="break-words tabular-nums">{children}</dd>
    </div>
  );
}

/** Grey bars in the place of what is loading, and its name. They appear after 200 ms. */
export function Skeleton({ lines = 6, what }: { lines?: number; what?: string | undefined }) {
  const widths = ["w-11/12", "w-3/4", "w-5/6", "w-2/3"];
  return (
    <div role="status" className="animate-late flex flex-col gap-3 p-4">
      <p className={what === undefined ? "sr-only" : "text-muted"}>Loading{what !== undefined && ` ${what}`}…</p>
      {Array.from({ length: lines }, (_, index) => (
        // The bars never change their order.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index} className={classNames("h-3.5 rounded bg-ink/8", widths[index % widths.length])} />
      ))}
    </div>
  );
}

/** Says that there is nothing yet, and what to do next. */
export function EmptyState({
  title,
  children,
  command,
  action,
}: {
  title: string;
  children?: ReactNode;
  /** A command that fills the page, to copy. */
  command?: string;
  action?: ReactNode;
}) {
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col items-center gap-3 px-4 py-12 text-center">
      <span className="grid size-10 place-items-center rounded-full bg-accent-soft text-accent">
        <Inbox size={20} aria-hidden />
      </span>
      <h2 className="text-lg font-semibold">{title}</h2>
      {children && <div className="max-w-prose text-muted">{children}</div>}
      {action}
      {command && <Command text={command} />}
    </div>
  );
}

/** A command to copy. */
function Command({ text }: { text: string }) {
  return (
    <div className="flex w-full min-w-0 items-start gap-2 rounded-md border border-line bg-canvas py-1.5 pr-1.5 pl-3 text-left">
      <pre className="min-w-0 flex-1 py-1 font-mono text-xs wrap-anywhere whitespace-pre-wrap">{text}</pre>
      <CopyButton text={text} label="Copy the command" />
    </div>
  );
}

/** Copies a text, and says that it did. */
export function CopyButton({ text, label, children }: { text: string; label: string; children?: ReactNode }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 1_500);
  };
  const icon = isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />;
  const says = isCopied ? "Copied" : label;
  return (
    <>
      {children ? (
        <Button isSmall icon={icon} onClick={copy}>
          {isCopied ? "Copied" : children}
        </Button>
      ) : (
        <IconButton label={says} icon={icon} className="size-6" onClick={copy} />
      )}
      <span aria-live="polite" className="sr-only">
        {isCopied && "Copied"}
      </span>
    </>
  );
}

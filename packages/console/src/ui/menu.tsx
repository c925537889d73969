/** A button that opens a short list of things to do. */
import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";

/** One of the things to do. */
export interface MenuItem {
  label: string;
  onSelect: () => void;
}

/** No list is wider, so that it opens to the right wherever it fits there: a part of the page that scrolls cuts it off at its left. */
const widestPx = 320;

/** The button, and its list: it opens to where the window has more room. */
export function Menu({
  label,
  icon,
  items,
  note,
  isDisabled = false,
  isSmall = false,
}: {
  label: string;
  icon?: ReactNode;
  items: readonly MenuItem[];
  /** What is not offered, and why. */
  note?: string | undefined;
  isDisabled?: boolean;
  isSmall?: boolean;
}) {
  const [place, setPlace] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const isOpen = place !== null;
  useEffect(() => {
    if (isOpen) root.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
  }, [isOpen]);
  const open = () => {
    const { left = 0, top = 0 } = root.current?.getBoundingClientRect() ?? {};
    const side = innerWidth - left < widestPx ? "right-0" : "left-0";
    setPlace(`${side} ${top > innerHeight / 2 ? "bottom-full mb-1" : "top-full mt-1"}`);
  };
  const close = () => {
    setPlace(null);
    root.current?.querySelector("button")?.focus();
  };
  return (
    // The keys are those of its items.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      ref={root}
      className="relative"
      onKeyDown={(event) => isOpen && moveFocus(event, close)}
      onBlur={({ relatedTarget }) => root.current?.contains(relatedTarget) || setPlace(null)}
    >
      <Button
        isSmall={isSmall}
        icon={icon}
        disabled={isDisabled}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={isOpen ? close : open}
      >
        {label}
        <ChevronDown size={13} aria-hidden />
      </Button>
      {isOpen && (
        <div
          role="menu"
          aria-label={label}
          className={classNames(
            "absolute z-30 max-sm:right-auto max-sm:left-0 rounded-lg border border-line bg-raised p-1 shadow-(--shadow)",
            place,
          )}
        >
          {items.map(({ label: name, onSelect }) => (
            <button
              key={name}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close();
                onSelect();
              }}
              className="block w-full rounded-md px-2.5 py-1.5 text-left whitespace-nowrap hover:bg-accent-soft focus:bg-accent-soft"
            >
              {name}
            </button>
          ))}
          {note && <p className="w-40 px-2.5 py-1.5 text-xs text-muted">{note}</p>}
        </div>
      )}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=menuitem]")];
  const current = items.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined && event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  if (next === undefined) close();
  else items.at(next % items.length)?.focus();
}

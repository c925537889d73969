import { Search } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { inputClasses } from "./choice.tsx";
import { classNames } from "./class-names.ts";
import { isDialogOpen } from "./dialog.tsx";
import { usePageSearch } from "./page-search.ts";

/** A field to search a list, which the key `/` leads to. Its text is in the address, as `q`. */
export function SearchField({
  label,
  placeholder,
  className,
}: {
  label: string;
  placeholder: string;
  /** Classes for layout, such as its width. */
  className: string;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [{ q = "" }, change] = usePageSearch<{ q?: string | undefined }>();
  useSlash(field);
  return (
    <span className={classNames("relative min-w-28 flex-1 basis-full", className)}>
      <Search size={15} aria-hidden className="pointer-events-none absolute top-2 left-2.5 text-muted" />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={q}
        onChange={({ target }) => change({ q: target.value || undefined })}
        // Escape has cleared the field by then: browsers do that by themselves.
        onKeyUp={({ key, currentTarget }) => ["Enter", "Escape"].includes(key) && currentTarget.blur()}
        className={inputClasses("pl-8", "h-8")}
      />
    </span>
  );
}

/** The key `/` leads to the field, unless a person writes elsewhere or a dialog is open. */
function useSlash(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isDialogOpen() || isWriting(event.target)) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [field]);
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select");
}

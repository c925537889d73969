import { Search } from "lucide-react";
import { useRef } from "react";
import { inputClasses } from "./choice.tsx";
import { classNames } from "./class-names.ts";
import { usePageSearch } from "./page-search.ts";
import { useShortcuts } from "./shortcuts.ts";

/** A field to search a list, which the key `/` leads to. Its text is in the address, as `q`. */
export function SearchField({
  label,
  placeholder,
  className,
}: {
  label: string;
  placeholder: string;
  /** Of the field's place, such as its width. */
  className: string;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [{ q = "" }, change] = usePageSearch<{ q?: string | undefined }>();
  useShortcuts([{ keys: "/", label: "Search", run: () => field.current?.focus() }]);
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

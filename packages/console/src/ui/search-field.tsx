import { Search } from "lucide-react";
import { useRef } from "react";
import { inputClasses } from "./choice.tsx";
import { classNames } from "./class-names.ts";
import { useShortcuts } from "./shortcuts.ts";

/** A field to search a list, which the key `/` leads to. */
export function SearchField({
  label,
  placeholder,
  value,
  onChange,
  className,
}: {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  /** Of the field's place, such as its width. */
  className: string;
}) {
  const field = useRef<HTMLInputElement>(null);
  useShortcuts([{ keys: "/", label: "Search", run: () => field.current?.focus() }]);
  return (
    <span className={classNames("relative min-w-28 flex-1 basis-full", className)}>
      <Search size={15} aria-hidden className="pointer-events-none absolute top-2 left-2.5 text-muted" />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        // Escape has cleared the field by then: browsers do that by themselves.
        onKeyUp={({ key, currentTarget }) => ["Enter", "Escape"].includes(key) && currentTarget.blur()}
        className={inputClasses("pl-8", "h-8")}
      />
    </span>
  );
}

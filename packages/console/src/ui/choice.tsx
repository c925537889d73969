/** Choosing one of a few. */
import { ChevronDown } from "lucide-react";
import { classNames } from "./class-names.ts";
import { usePageSearch } from "./page-search.ts";

/** One of the things to choose from. */
export interface Choice {
  value: string;
  label: string;
  /** What stands below the label, smaller. */
  hint?: string | undefined;
}

/** The choices of rows that have a name. */
export function namedChoices(rows: readonly { id: string; name: string }[]): Choice[] {
  return rows.map(({ id, name }) => ({ value: id, label: name }));
}

const fieldClasses =
  "w-full min-w-0 rounded-md border border-control/70 bg-panel px-3 text-sm hover:border-control disabled:opacity-55";

/** The classes of a text field. */
export function inputClasses(className?: string, height: "h-8" | "h-9" = "h-9"): string {
  return classNames(fieldClasses, height, className);
}

/** A filter that is in the address, so that a filtered list can be sent to somebody. */
export function SearchFilter({ label, name, choices }: { label: string; name: string; choices: readonly Choice[] }) {
  const [search, change] = usePageSearch<Record<string, string | undefined>>();
  return (
    <FilterSelect
      label={label}
      choices={choices}
      value={search[name] ?? ""}
      onChange={(value) => change({ [name]: value || undefined })}
    />
  );
}

/** A filter: the browser's own select, for it works everywhere and costs nothing. */
export function FilterSelect({
  label,
  choices,
  value,
  onChange,
}: {
  label: string;
  choices: readonly Choice[];
  /** Empty for all. */
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <span className="relative inline-flex min-w-0">
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={classNames(
          "h-8 max-w-44 min-w-0 appearance-none truncate rounded-md border bg-panel pr-7 pl-2.5 text-sm",
          value === "" ? "border-control/60 text-muted" : "border-accent text-ink",
        )}
      >
        <option value="">{label}: all</option>
        {value !== "" && !choices.some((choice) => choice.value === value) && (
          <option value={value}>{value} (not in the list)</option>
        )}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <ChevronDown size={14} aria-hidden className="pointer-events-none absolute top-2.5 right-2 text-muted" />
    </span>
  );
}

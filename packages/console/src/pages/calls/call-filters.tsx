import { Search } from "lucide-react";
import { useMemo, useRef } from "react";
import type { ListedCall } from "../../connection/control.ts";
import { type Choice, FilterSelect, inputClasses } from "../../ui/choice.tsx";
import { useShortcuts } from "../../ui/shortcuts.ts";
import type { CallsSearch } from "./calls-search.ts";

interface CallFiltersProps {
  calls: readonly ListedCall[];
  search: CallsSearch;
  onChange: (changes: CallsSearch) => void;
  /** How many calls are shown, as a text. */
  count: string;
}

/** The filters of the list. They are in the address, so that a filtered list can be sent to somebody. */
export function CallFilters({ calls, search, onChange, count }: CallFiltersProps) {
  const choices = useMemo(() => choicesOf(calls), [calls]);
  const filter = (label: string, field: "status" | "agent" | "category") => (
    <FilterSelect
      label={label}
      choices={choices[field]}
      value={search[field] ?? ""}
      onChange={(value) => onChange({ [field]: value || undefined })}
    />
  );
  return (
    <search className="flex flex-wrap items-center gap-2">
      <SearchField value={search.q ?? ""} onChange={(q) => onChange({ q: q || undefined })} />
      {filter("Status", "status")}
      {filter("Agent", "agent")}
      {filter("Category", "category")}
      <output className="ml-auto text-muted tabular-nums">{count}</output>
    </search>
  );
}

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useShortcuts([{ keys: "/", label: "Search", run: () => field.current?.focus() }]);
  return (
    <span className="relative min-w-28 flex-1 basis-full sm:max-w-72 sm:basis-28">
      <Search size={15} aria-hidden className="pointer-events-none absolute top-2 left-2.5 text-muted" />
      <input
        ref={field}
        type="search"
        aria-label="Search calls"
        placeholder="Search"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        // Escape has cleared the field by then: browsers do that by themselves.
        onKeyUp={({ key, currentTarget }) => ["Enter", "Escape"].includes(key) && currentTarget.blur()}
        className={inputClasses("pl-8", "h-8")}
      />
    </span>
  );
}

/** What there is to filter by: what the calls have. */
function choicesOf(calls: readonly ListedCall[]) {
  return {
    status: distinct(calls, ({ status }) => ({ value: status, label: status })),
    agent: distinct(calls, ({ memberId, agentName }) => ({ value: memberId, label: agentName })),
    category: distinct(calls, ({ categoryId, categoryName }) => ({ value: categoryId, label: categoryName })),
  };
}

function distinct(calls: readonly ListedCall[], choiceOf: (call: ListedCall) => Choice): Choice[] {
  const choices = new Map(calls.map((call) => [choiceOf(call).value, choiceOf(call)]));
  // Of a call that was opened by its id, nobody said whose it is.
  choices.delete("");
  return [...choices.values()].sort((one, other) => one.label.localeCompare(other.label));
}

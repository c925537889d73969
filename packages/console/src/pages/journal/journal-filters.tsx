import type { JournalEntry } from "@call-analysis/mock";
import { Search } from "lucide-react";
import { useMemo, useRef } from "react";
import { type Choice, FilterSelect } from "../../ui/choice.tsx";
import { useShortcuts } from "../../ui/shortcuts.ts";
import { filterChoices, type JournalSearch } from "./journal-search.ts";

/** The filters of the list. They are in the address, so that a filtered list can be sent to somebody. */
export function JournalFilters({
  entries,
  search,
  onChange,
  count,
  hiddenCount,
}: {
  entries: readonly JournalEntry[];
  search: JournalSearch;
  onChange: (changes: JournalSearch) => void;
  /** How many entries are shown, as a text. */
  count: string;
  /** How many of the console's own requests are found and not shown. */
  hiddenCount: number;
}) {
  const { operations, statuses, faults, rules, clients } = useMemo(() => filterChoices(entries), [entries]);
  const select = (
    label: string,
    field: "operation" | "status" | "fault" | "rule" | "client",
    choices: readonly Choice[],
  ) => (
    <FilterSelect
      label={label}
      choices={choices}
      value={search[field] ?? ""}
      onChange={(value) => onChange({ [field]: value || undefined })}
    />
  );
  return (
    <search className="flex flex-wrap items-center gap-2">
      <SearchField text={search.q ?? ""} onChange={(text) => onChange({ q: text || undefined })} />
      {select("Operation", "operation", operations)}
      {select("Status", "status", statuses)}
      {select("Fault", "fault", faults)}
      {(rules.length > 0 || search.rule !== undefined) && select("Rule", "rule", withChosen(rules, search.rule))}
      {select("Client", "client", clients)}
      <label className="flex h-8 items-center gap-1.5">
        <input
          type="checkbox"
          checked={search.console ?? false}
          onChange={({ target }) => onChange({ console: target.checked || undefined })}
          className="size-4 accent-accent"
        />
        Console’s requests
      </label>
      {hiddenCount > 0 && <span className="text-muted tabular-nums">{hiddenCount} hidden</span>}
      <output className="ml-auto text-muted tabular-nums">{count}</output>
    </search>
  );
}

function SearchField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useShortcuts([{ keys: "/", label: "Search", run: () => field.current?.focus() }]);
  return (
    <span className="relative min-w-40 flex-1 basis-full lg:basis-52">
      <Search size={15} aria-hidden className="pointer-events-none absolute top-2 left-2.5 text-muted" />
      <input
        ref={field}
        type="search"
        aria-label="Search the journal"
        placeholder="Operation, path or request id"
        value={text}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={({ key, currentTarget }) => key === "Escape" && currentTarget.blur()}
        className="h-8 w-full min-w-0 rounded-md border border-control/70 bg-panel pr-3 pl-8 text-sm hover:border-control"
      />
    </span>
  );
}

/** A rule of the address that no entry has is shown too, so that the filter says why the list is empty. */
function withChosen(choices: readonly Choice[], chosen: string | undefined): readonly Choice[] {
  if (chosen === undefined || choices.some(({ value }) => value === chosen)) return choices;
  return [...choices, { value: chosen, label: chosen }];
}

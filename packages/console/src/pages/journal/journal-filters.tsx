import type { JournalEntry } from "@call-analysis/mock";
import { useMemo } from "react";
import { type Choice, FilterSelect } from "../../ui/choice.tsx";
import { SearchField } from "../../ui/search-field.tsx";
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
      <SearchField
        label="Search the journal"
        placeholder="Operation, path or request id"
        value={search.q ?? ""}
        onChange={(text) => onChange({ q: text || undefined })}
        className="lg:basis-52"
      />
      {select("Operation", "operation", operations)}
      {select("Status", "status", statuses)}
      {select("Fault", "fault", faults)}
      {(rules.length > 0 || search.rule !== undefined) && select("Rule", "rule", rules)}
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

import type { JournalEntry } from "@call-analysis/mock";
import { useMemo } from "react";
import { SearchFilter } from "../../ui/choice.tsx";
import { foundText } from "../../ui/format.ts";
import { usePageSearch } from "../../ui/page-search.ts";
import { SearchField } from "../../ui/search-field.tsx";
import { filterChoices, type JournalSearch } from "./journal-search.ts";

/** The filters of the list. */
export function JournalFilters({
  entries,
  foundCount,
  hiddenCount,
}: {
  entries: readonly JournalEntry[];
  /** How many entries are shown. */
  foundCount: number;
  /** How many of the console's own requests are found and not shown. */
  hiddenCount: number;
}) {
  const { operations, statuses, rules, clients } = useMemo(() => filterChoices(entries), [entries]);
  const [search, change] = usePageSearch<JournalSearch>();
  return (
    <search className="flex flex-wrap items-center gap-2">
      <SearchField label="Search the journal" placeholder="Path, id, file or field" className="lg:basis-52" />
      <SearchFilter label="Operation" name="operation" choices={operations} />
      <SearchFilter label="Status" name="status" choices={statuses} />
      {(rules.length > 0 || search.rule !== undefined) && <SearchFilter label="Rule" name="rule" choices={rules} />}
      <SearchFilter label="Client" name="client" choices={clients} />
      <label className="flex h-8 items-center gap-1.5 whitespace-nowrap">
        <input
          type="checkbox"
          checked={search.console ?? false}
          onChange={({ target }) => change({ console: target.checked || undefined })}
          className="size-4 accent-accent"
        />
        Console’s requests
      </label>
      <output className="ml-auto whitespace-nowrap text-muted tabular-nums">
        {foundText(foundCount, entries.length, "entry", "entries")}
        {hiddenCount > 0 && `, ${hiddenCount} hidden`}
      </output>
    </search>
  );
}

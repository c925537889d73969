import { useMemo } from "react";
import type { ListedCall } from "../../connection/control.ts";
import { distinctChoices, FilterSelect } from "../../ui/choice.tsx";
import { SearchField } from "../../ui/search-field.tsx";
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
      <SearchField
        label="Search calls"
        placeholder="Search"
        value={search.q ?? ""}
        onChange={(text) => onChange({ q: text || undefined })}
        className="sm:max-w-72 sm:basis-28"
      />
      {filter("Status", "status")}
      {filter("Agent", "agent")}
      {filter("Category", "category")}
      <output className="ml-auto text-muted tabular-nums">{count}</output>
    </search>
  );
}

/** What there is to filter by: what the calls have. Of a call that was opened by its id, nobody said whose it is. */
function choicesOf(calls: readonly ListedCall[]) {
  return {
    status: distinctChoices(calls, ({ status }) => ({ value: status, label: status })),
    agent: distinctChoices(calls, ({ memberId, agentName }) => ({ value: memberId, label: agentName })),
    category: distinctChoices(calls, ({ categoryId, categoryName }) => ({ value: categoryId, label: categoryName })),
  };
}

import { useMemo } from "react";
import type { ListedCall } from "../../connection/control.ts";
import { distinctChoices, SearchFilter } from "../../ui/choice.tsx";
import { SearchField } from "../../ui/search-field.tsx";

/**
 * The filters of the list.
 *
 * @param props.count how many calls are shown, as a text
 */
export function CallFilters({ calls, count }: { calls: readonly ListedCall[]; count: string }) {
  const { status, agent, category } = useMemo(() => callChoices(calls), [calls]);
  return (
    <search className="flex flex-wrap items-center gap-2">
      <SearchField label="Search calls" placeholder="Search" className="sm:max-w-72 sm:basis-28" />
      <SearchFilter label="Status" name="status" choices={status} />
      <SearchFilter label="Agent" name="agent" choices={agent} />
      <SearchFilter label="Category" name="category" choices={category} />
      <output className="ml-auto text-muted tabular-nums">{count}</output>
    </search>
  );
}

/** What there is to filter by: what the calls have. */
export function callChoices(calls: readonly ListedCall[]) {
  return {
    status: distinctChoices(calls, ({ status }) => ({ value: status, label: status })),
    agent: distinctChoices(calls, ({ memberId, agentName }) => ({ value: memberId, label: agentName })),
    category: distinctChoices(calls, ({ categoryId, categoryName }) => ({ value: categoryId, label: categoryName })),
    outcome: distinctChoices(calls, ({ outcomeLabel }) => ({ value: outcomeLabel ?? "", label: outcomeLabel ?? "" })),
  };
}

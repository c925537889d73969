import { useQueries, useQuery } from "@tanstack/react-query";
import { useConnection } from "../../connection/connection.ts";
import { agentsQuery, categoriesQuery, categoryQuery } from "../../data/queries.ts";
import { namedChoices, SearchFilter } from "../../ui/choice.tsx";
import { SearchField } from "../../ui/search-field.tsx";

const statuses = ["processing", "pending", "completed", "failed"].map((status) => ({ value: status, label: status }));

/**
 * The filters of the list.
 *
 * @param props.count how many calls are found, as a text
 */
export function CallFilters({ count }: { count: string }) {
  return (
    <search className="flex flex-wrap items-center gap-2">
      <SearchField label="Search calls" placeholder="Search" className="sm:max-w-72 sm:basis-28" />
      <SearchFilter label="Status" name="status" choices={statuses} />
      <ParticipantFilters />
      <OutcomeFilter />
      <output className="ml-auto whitespace-nowrap text-muted tabular-nums">{count}</output>
    </search>
  );
}

/** The outcomes of all categories. */
function OutcomeFilter() {
  const connection = useConnection();
  const { data: categories = [] } = useQuery(categoriesQuery(connection));
  const details = useQueries({ queries: categories.map(({ id }) => categoryQuery(connection, id)) });
  const labels = details.flatMap(({ data }) => data?.possibleOutcomes ?? []).map(({ label }) => label);
  const choices = [...new Set(labels)].sort().map((label) => ({ value: label, label }));
  return <SearchFilter label="Outcome" name="outcome" choices={choices} />;
}

/** Whose calls are shown, and of which category. */
export function ParticipantFilters() {
  const connection = useConnection();
  const { data: agents = [] } = useQuery(agentsQuery(connection));
  const { data: categories = [] } = useQuery(categoriesQuery(connection));
  return (
    <>
      <SearchFilter label="Agent" name="agent" choices={namedChoices(agents)} />
      <SearchFilter label="Category" name="category" choices={namedChoices(categories)} />
    </>
  );
}

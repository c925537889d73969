import { useMemo } from "react";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { numberText } from "../../ui/format.ts";
import { usePageSearch } from "../../ui/page-search.ts";
import { Bars } from "./chart.tsx";
import { type Group, type GroupedBy, groupsOf, type ScoredCall } from "./statistics.ts";
import type { TrendsSearch } from "./trends-search.ts";

const groupings = [
  { by: "agent", label: "Agent" },
  { by: "category", label: "Category" },
  { by: "outcome", label: "Outcome" },
] as const satisfies readonly { by: GroupedBy; label: string }[];

/** The scores of each agent, category or outcome. A row is a filter for the whole page. */
export function GroupTable({ scored }: { scored: readonly ScoredCall[] }) {
  const [{ by = "agent", sort = "-calls" }, change] = usePageSearch<TrendsSearch>();
  const groups = useMemo(() => groupsOf(scored, by), [scored, by]);
  const columns = useMemo(() => columnsOf(by, change), [by, change]);
  return (
    <section className="flex min-w-0 shrink-0 flex-col gap-2">
      <header className="flex items-center gap-3">
        <h2 className="font-semibold">By {by}</h2>
        <GroupingChoice by={by} onChange={change} />
      </header>
      <div className="flex" style={{ height: Math.min(480, 40 + groups.length * 44) }}>
        <DataTable
          label={`Scores by ${by}`}
          rows={groups}
          columns={columns}
          rowId={({ id }) => id}
          sort={sort}
          onSort={(next) => change({ sort: next })}
        />
      </div>
    </section>
  );
}

function GroupingChoice({ by, onChange }: { by: GroupedBy; onChange: (changes: TrendsSearch) => void }) {
  return (
    <fieldset className="inline-flex rounded-md border border-line p-0.5">
      <legend className="sr-only">Group by</legend>
      {groupings.map(({ by: each, label }) => (
        <button
          key={each}
          type="button"
          aria-pressed={by === each}
          onClick={() => onChange({ by: each === "agent" ? undefined : each })}
          className={`h-6 rounded px-2 text-xs ${by === each ? "bg-ink/8 font-medium text-ink" : "text-muted hover:text-ink"}`}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

function columnsOf(by: GroupedBy, onChange: (changes: TrendsSearch) => void): readonly TableColumn<Group>[] {
  return [
    {
      id: "name",
      header: groupings.find((each) => each.by === by)?.label ?? "",
      className: "w-full max-w-0 min-w-28",
      sortBy: ({ label }) => label,
      cell: ({ id, label }) =>
        id === "" ? (
          <span className="text-muted">{label}</span>
        ) : (
          <button
            type="button"
            data-row-link
            title={`Show ${label} alone`}
            onClick={() => onChange({ [by]: id })}
            className="block max-w-full truncate rounded text-left font-medium hover:text-accent"
          >
            {label}
          </button>
        ),
    },
    {
      id: "calls",
      header: "Calls",
      isNumeric: true,
      sortBy: ({ count }) => count,
      cell: ({ count }) => numberText(count),
    },
    {
      id: "mean",
      header: "Average",
      isNumeric: true,
      sortBy: ({ mean }) => mean,
      cell: ({ mean }) => numberText(mean),
    },
    {
      id: "median",
      header: "Median",
      className: "hidden sm:table-cell",
      isNumeric: true,
      sortBy: ({ median }) => median,
      cell: ({ median }) => numberText(median),
    },
    {
      id: "range",
      header: "Lowest to highest",
      className: "hidden lg:table-cell whitespace-nowrap",
      isNumeric: true,
      cell: ({ least, most }) => `${numberText(least)}–${numberText(most)}`,
    },
    {
      id: "distribution",
      header: "Distribution",
      className: "hidden md:table-cell",
      cell: ({ bins, label }) => <SmallBars bins={bins} label={label} />,
    },
  ];
}

/** The distribution of a group as ten small bars. */
function SmallBars({ bins, label }: { bins: readonly number[]; label: string }) {
  const most = Math.max(1, ...bins);
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="h-6 w-28"
      role="img"
      aria-label={`${label}: ${bins.join(", ")} calls in ten ranges`}
    >
      <Bars heights={bins.map((count) => (count / most) * 100)} />
    </svg>
  );
}

/** Which criterion is missed most, and by whom: a table, and the calls of the criterion that is chosen. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useConnection } from "../../connection/connection.ts";
import { Button } from "../../ui/button.tsx";
import { CellText, DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { countText, dateText, numberText, recordingName } from "../../ui/format.ts";
import { Panel } from "../../ui/page.tsx";
import { usePageSearch } from "../../ui/page-search.ts";
import { Loaded } from "../../ui/query-states.tsx";
import { Result } from "../scorecard/result.tsx";
import { type CriterionSummary, criterionSummaries, worstFirst } from "./criteria.ts";
import { criteriaQuery } from "./criteria-query.ts";
import type { ScoredCall } from "./statistics.ts";
import type { TrendsSearch } from "./trends-search.ts";

/** How many analyses are read without asking, and each time that it is asked for. */
const readAtFirst = 200;
const readMore = 1_000;

/** The section. It reads the analyses of the newest calls. */
export function CriteriaSection({ calls }: { calls: readonly ScoredCall[] }) {
  const [limit, setLimit] = useState(readAtFirst);
  const newest = useMemo(
    () =>
      calls
        .toSorted((one, other) => other.atMs - one.atMs)
        .slice(0, limit)
        .map(({ call }) => call),
    [calls, limit],
  );
  const query = useQuery(criteriaQuery(useConnection(), useQueryClient(), newest));
  // While more are read the table is still that of fewer.
  const readCount = query.data?.length ?? newest.length;
  // Not disabled meanwhile: that would take the focus away.
  const readOn = () => !query.isFetching && setLimit(limit + readMore);
  return (
    <section className="flex min-w-0 shrink-0 flex-col gap-2">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-semibold">By criterion</h2>
        {readCount < calls.length && (
          <>
            <span className="text-muted">
              From the newest {numberText(readCount)} of {numberText(calls.length)} calls. With all of them the order
              may differ.
            </span>
            <Button isSmall onClick={readOn}>
              {query.isFetching ? "Reading…" : "Read more calls"}
            </Button>
          </>
        )}
      </header>
      <Loaded query={query}>{(assessed) => <Criteria summaries={criterionSummaries(assessed)} />}</Loaded>
    </section>
  );
}

function Criteria({ summaries }: { summaries: readonly CriterionSummary[] }) {
  const [{ criteria = "-missed", criterion }, change] = usePageSearch<TrendsSearch>();
  const columns = useMemo(() => columnsOf(change), [change]);
  const chosen = summaries.find(({ id }) => id === criterion);
  if (summaries.length === 0)
    return <p className="text-muted">No criterion of these calls has a result that says whether it was met.</p>;
  return (
    <>
      <div className="flex" style={{ height: Math.min(480, 40 + summaries.length * 50) }}>
        <DataTable
          label="Criteria"
          rows={summaries}
          columns={columns}
          rowId={({ id }) => id}
          rowHeightPx={50}
          sort={criteria}
          onSort={(next) => change({ criteria: next })}
          rowClassName={({ id }) => (id === criterion ? "bg-accent-soft" : undefined)}
        />
      </div>
      {chosen && <CallsOf criterion={chosen} onClose={() => change({ criterion: undefined })} />}
    </>
  );
}

const percent = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 0 });

function columnsOf(onChange: (changes: TrendsSearch) => void): readonly TableColumn<CriterionSummary>[] {
  const share = (id: "met" | "partly" | "missed", header: string, className = ""): TableColumn<CriterionSummary> => ({
    id,
    header,
    className,
    isNumeric: true,
    sortBy: (row) => row[id] / row.count,
    cell: (row) => percent.format(row[id] / row.count),
  });
  return [
    {
      id: "criterion",
      header: "Criterion",
      className: "w-full max-w-0 min-w-40",
      sortBy: ({ question }) => question,
      cell: ({ id, question, sectionName, categoryName }) => (
        <>
          <button
            type="button"
            data-row-link
            title={question}
            onClick={() => onChange({ criterion: id })}
            className="block max-w-full truncate rounded text-left font-medium hover:text-accent"
          >
            {question}
          </button>
          <span className="block truncate text-xs text-muted">
            {categoryName} · {sectionName}
          </span>
        </>
      ),
    },
    share("missed", "Missed"),
    share("partly", "Partly", "hidden sm:table-cell"),
    share("met", "Met", "hidden sm:table-cell"),
    {
      id: "count",
      header: "Calls",
      isNumeric: true,
      sortBy: ({ count }) => count,
      cell: ({ count }) => numberText(count),
    },
    {
      id: "worst",
      header: "Missed most by",
      className: "hidden md:table-cell whitespace-nowrap",
      sortBy: ({ worst }) => worst && worst.missed / worst.count,
      cell: ({ worst }) =>
        worst && (
          <>
            <CellText text={worst.name} />
            <span className="block text-xs text-muted tabular-nums">
              {numberText(worst.missed)} of {numberText(worst.count)}
              {worst.alike > 0 && `, as ${countText(worst.alike, "other")}`}
            </span>
          </>
        ),
    },
  ];
}

/** A longer list is for the page of the calls. */
const mostShown = 50;

function CallsOf({ criterion, onClose }: { criterion: CriterionSummary; onClose: () => void }) {
  const { question, calls, missed, count } = criterion;
  const shown = worstFirst(calls).slice(0, mostShown);
  return (
    <Panel
      title={question}
      actions={
        <Button isSmall onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="border-b border-line px-4 py-2 text-muted tabular-nums">
        Missed in {numberText(missed)} of {countText(count, "call")}.
        {shown.length < count && ` The ${mostShown} worst are listed.`}
      </p>
      <ul aria-label={`Calls: ${question}`} className="divide-y divide-line">
        {shown.map(({ call: { id, audioUrl, agentName, createdAt }, result }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
            <Link
              to="/calls/$callId"
              params={{ callId: id }}
              className="min-w-0 truncate rounded font-medium hover:text-accent"
            >
              {recordingName(audioUrl) || id}
            </Link>
            <span className="min-w-0 flex-1 text-muted">
              {agentName} · {dateText(createdAt)}
            </span>
            <Result result={result} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

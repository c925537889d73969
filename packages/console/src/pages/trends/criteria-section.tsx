/** Which criteria are missed most, and by whom: a table, and beside it the calls of the criterion that is chosen. */
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type Connection, useConnection } from "../../connection/connection.ts";
import { type CallFilter, readManyCalls } from "../../data/queries.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { FoldedText, narrowText } from "../../ui/folded-text.tsx";
import { countText, dateText, numberText, recordingName } from "../../ui/format.ts";
import { Panel } from "../../ui/page.tsx";
import { usePageSearch } from "../../ui/page-search.ts";
import { Loaded } from "../../ui/query-states.tsx";
import { Result } from "../scorecard/result.tsx";
import { type CriterionSummary, criterionSummaries, worstFirst } from "./criteria.ts";
import type { ScoredCall } from "./series.ts";
import type { TrendsSearch } from "./trends-search.ts";

/** How many analyses are read: each has some kilobytes. */
const readAnalyses = 200;

/** The section. It reads the analyses of the newest calls. */
export function CriteriaSection({ calls, filter }: { calls: readonly ScoredCall[]; filter: CallFilter }) {
  const query = useQuery(criteriaQuery(useConnection(), calls.slice(0, readAnalyses), filter));
  return (
    <section aria-label="Missed criteria" className="flex min-w-0 shrink-0 flex-col gap-2">
      <header className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="font-semibold">Most missed criteria</h2>
        {calls.length > readAnalyses && (
          <p className="text-muted">From the newest {readAnalyses} calls. Choose an agent or a category for others.</p>
        )}
      </header>
      <Loaded query={query}>{(summaries) => <Criteria summaries={summaries} />}</Loaded>
    </section>
  );
}

/** Ids begin again when a fake is reset, so an id alone is no key. */
function criteriaQuery(connection: Connection, calls: readonly ScoredCall[], filter: CallFilter) {
  return queryOptions({
    queryKey: ["criteria", connection.organization.id, calls.map(({ id, createdAt, score }) => [id, createdAt, score])],
    queryFn: async ({ signal }) =>
      criterionSummaries(await readManyCalls(connection, { ...filter, last: calls.length, analyses: "all" }, signal)),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function Criteria({ summaries }: { summaries: readonly CriterionSummary[] }) {
  const [{ criterion }, change] = usePageSearch<TrendsSearch>();
  const chosen = summaries.find(({ id }) => id === criterion);
  if (summaries.length === 0)
    return <p className="text-muted">No criterion of these calls has a result that says whether it was met.</p>;
  return (
    <div
      className={classNames("grid min-w-0 items-start gap-4", chosen && "lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]")}
    >
      <div className={classNames("min-h-0 min-w-0", chosen ? "hidden lg:flex" : "flex")}>
        <DataTable
          label="Criteria"
          rows={summaries}
          columns={columnsOf((id) => change({ criterion: id }))}
          rowId={({ id }) => id}
          rowHeightPx={50}
          selectedId={criterion}
        />
      </div>
      {chosen && <CallsOf criterion={chosen} onClose={() => change({ criterion: undefined })} />}
    </div>
  );
}

function columnsOf(onChoose: (id: string) => void): readonly TableColumn<CriterionSummary>[] {
  return [
    {
      id: "criterion",
      header: "Criterion",
      className: "w-full max-w-0 min-w-40",
      cell: ({ id, question, sectionName, categoryName }) => (
        <>
          <FoldedText className="font-medium">
            <button
              type="button"
              data-row-link
              onClick={() => onChoose(id)}
              className="inline rounded text-left hover:text-accent"
            >
              {question}
            </button>
          </FoldedText>
          <FoldedText className="text-xs text-muted">
            {categoryName} · {sectionName}
          </FoldedText>
        </>
      ),
    },
    {
      id: "missed",
      header: "Missed",
      isNumeric: true,
      className: "whitespace-nowrap",
      cell: (counted) => shareText(counted),
    },
    {
      id: "worst",
      header: "Missed most by",
      className: "hidden md:table-cell whitespace-nowrap",
      cell: ({ worst }) =>
        worst && (
          <>
            <FoldedText className={narrowText}>{worst.name}</FoldedText>
            <span className="block text-xs text-muted tabular-nums">{shareText(worst)}</span>
          </>
        ),
    },
  ];
}

/** A share as `3 of 5, 60 %`. */
function shareText({ missed, count }: { missed: number; count: number }): string {
  return `${numberText(missed)} of ${numberText(count)}, ${Math.round((100 * missed) / count)}\u00a0%`;
}

/** A longer list is for the page of the calls. */
const mostShown = 50;

function CallsOf({ criterion, onClose }: { criterion: CriterionSummary; onClose: () => void }) {
  const { question, calls, missed, count } = criterion;
  const shown = worstFirst(calls).slice(0, mostShown);
  return (
    <Panel
      className="flex max-h-[calc(100dvh-8rem)] flex-col lg:sticky lg:top-2"
      title={<FoldedText>{question}</FoldedText>}
      actions={
        <Button isSmall onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="border-b border-line px-4 py-2 text-muted tabular-nums">
        Missed in {numberText(missed)} of {countText(count, "call")}.
        {shown.length < count && ` ${mostShown} are listed, those that missed it first.`}
      </p>
      <ul aria-label={`Calls: ${question}`} className="min-h-0 divide-y divide-line overflow-y-auto">
        {shown.map(({ call: { id, audioUrl, agentName, createdAt }, result }) => (
          <li key={id} className="relative flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 hover:bg-canvas">
            <Link
              to="/calls/$callId"
              params={{ callId: id }}
              // The whole row is its link.
              className="rounded font-medium wrap-anywhere after:absolute after:inset-0 hover:text-accent"
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

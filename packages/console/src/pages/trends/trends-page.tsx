/** What many calls show together: scores over time, how they are distributed, and who and what they belong to. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useConnection } from "../../connection/connection.ts";
import type { ListedCall } from "../../connection/control.ts";
import { callsQuery } from "../../data/queries.ts";
import { Button } from "../../ui/button.tsx";
import { type Choice, FilterSelect, SearchFilter } from "../../ui/choice.tsx";
import { numberText } from "../../ui/format.ts";
import { EmptyState, Page, Panel } from "../../ui/page.tsx";
import { usePageSearch } from "../../ui/page-search.ts";
import { Loaded } from "../../ui/query-states.tsx";
import { callChoices } from "../calls/call-filters.tsx";
import { Distribution, ScoresOverTime } from "./charts.tsx";
import { CriteriaSection } from "./criteria-section.tsx";
import { GroupTable } from "./group-table.tsx";
import { bucketLengthFor, distribution, overTime, type ScoredCall, scoredCalls, summaryOf } from "./statistics.ts";
import type { TrendsSearch } from "./trends-search.ts";

/** The page. */
export function TrendsPage() {
  const calls = useQuery(callsQuery(useConnection()));
  return (
    <Page title="Trends">
      <Loaded query={calls} lines={10}>
        {(listed) => <Trends calls={listed} />}
      </Loaded>
    </Page>
  );
}

function Trends({ calls }: { calls: readonly ListedCall[] }) {
  const [{ agent, category, outcome, days }, change] = usePageSearch<TrendsSearch>();
  const found = useMemo(
    () =>
      withinDays(
        calls.filter((call) => isFound(call, { agent, category, outcome })),
        days,
      ),
    [calls, agent, category, outcome, days],
  );
  const scored = useMemo(() => scoredCalls(found), [found]);
  if (!calls.some(({ status }) => status === "completed")) return <NoScores />;
  return (
    <>
      <Filters calls={calls} />
      {scored.length === 0 ? (
        <EmptyState
          title="No call matches"
          action={
            <Button
              onClick={() => change({ agent: undefined, category: undefined, outcome: undefined, days: undefined })}
            >
              Clear the filters
            </Button>
          }
        />
      ) : (
        <>
          <Figures scored={scored} completed={found.filter(isCompleted).length} />
          <CriteriaSection calls={scored} />
        </>
      )}
    </>
  );
}

function NoScores() {
  const { kind } = useConnection();
  return (
    <EmptyState title="No scores yet" {...(kind === "fake" && { command: "npx call-analysis-mock --scenario busy" })}>
      Trends appear as soon as calls are completed. Choose “New call” under “Calls” to analyse a recording
      {kind === "fake" ? ", or start the fake with 10,000 calls of the last year." : "."}
    </EmptyState>
  );
}

function isCompleted({ status }: ListedCall): boolean {
  return status === "completed";
}

function isFound(
  { memberId, categoryId, outcomeLabel }: ListedCall,
  { agent, category, outcome }: Pick<TrendsSearch, "agent" | "category" | "outcome">,
): boolean {
  if (agent && memberId !== agent) return false;
  if (category && categoryId !== category) return false;
  return !outcome || outcomeLabel === outcome;
}

/** The calls of the last days before the newest one: a fake's clock may be far from this machine's. */
function withinDays(calls: readonly ListedCall[], days: number | undefined): readonly ListedCall[] {
  if (days === undefined) return calls;
  const times = calls.map(({ createdAt }) => Date.parse(createdAt));
  const known = times.filter((time) => !Number.isNaN(time));
  const newestMs = known.reduce((newest, time) => Math.max(newest, time), Number.NEGATIVE_INFINITY);
  return calls.filter((_, index) => (times[index] ?? 0) > newestMs - days * 86_400_000);
}

const periods: readonly Choice[] = [
  { value: "7", label: "Last 7 days" },
  { value: "30", label: "Last 30 days" },
  { value: "90", label: "Last 90 days" },
];

function Filters({ calls }: { calls: readonly ListedCall[] }) {
  const { agent, category, outcome } = useMemo(() => callChoices(calls), [calls]);
  const [{ days = "" }, change] = usePageSearch<TrendsSearch>();
  return (
    <search className="flex flex-wrap items-center gap-2">
      <SearchFilter label="Agent" name="agent" choices={agent} />
      <SearchFilter label="Category" name="category" choices={category} />
      <SearchFilter label="Outcome" name="outcome" choices={outcome} />
      <FilterSelect
        label="Period"
        choices={periods}
        value={String(days)}
        onChange={(chosen) => change({ days: Number(chosen) || undefined })}
      />
    </search>
  );
}

function Figures({ scored, completed }: { scored: readonly ScoredCall[]; completed: number }) {
  const length = bucketLengthFor(scored);
  const { summary, buckets, bins } = useMemo(() => {
    const scores = scored.map(({ score }) => score);
    return { summary: summaryOf(scores), buckets: overTime(scored, length), bins: distribution(scores) };
  }, [scored, length]);
  const left = completed - scored.length;
  return (
    <>
      <Panel className="px-4 py-3">
        <dl className="flex flex-wrap gap-x-4 gap-y-2 sm:gap-x-8">
          <Figure name="Scored calls" value={scored.length} />
          <Figure name="Average" value={summary?.mean} />
          <Figure name="Median" value={summary?.median} />
          <Figure name="Lowest" value={summary?.least} />
          <Figure name="Highest" value={summary?.most} />
        </dl>
        {left > 0 && (
          <p className="mt-2 text-xs text-muted">
            {numberText(left)} completed {left === 1 ? "call is" : "calls are"} left out, for nothing was assessed in
            {left === 1 ? " it" : " them"}.
          </p>
        )}
      </Panel>
      <div className="grid min-w-0 gap-4 xl:grid-cols-2">
        <ScoresOverTime buckets={buckets} length={length} />
        <Distribution bins={bins} />
      </div>
      <GroupTable scored={scored} />
    </>
  );
}

function Figure({ name, value }: { name: string; value: number | undefined }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="text-lg font-semibold tabular-nums">{value === undefined ? "–" : numberText(value)}</dd>
    </div>
  );
}

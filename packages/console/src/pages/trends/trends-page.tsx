/** What many calls show together: scores over time, and the criteria that are missed most. */
import { useQuery } from "@tanstack/react-query";
import { useConnection } from "../../connection/connection.ts";
import { latestCallsQuery, readManyCalls } from "../../data/queries.ts";
import { criteriaOf } from "../../data/results.ts";
import { Button } from "../../ui/button.tsx";
import { DownloadCsv } from "../../ui/download.tsx";
import { numberText } from "../../ui/format.ts";
import { EmptyState, Page } from "../../ui/page.tsx";
import { usePageSearch } from "../../ui/page-search.ts";
import { Loaded } from "../../ui/query-states.tsx";
import { ParticipantFilters } from "../calls/call-filters.tsx";
import { CriteriaSection } from "./criteria-section.tsx";
import { ScoresOverTime } from "./scores-over-time.tsx";
import { scoredCalls } from "./series.ts";
import type { TrendsSearch } from "./trends-search.ts";

/** How many calls are counted. */
const countedCalls = 1_000;

/** The page. */
export function TrendsPage() {
  const connection = useConnection();
  const [{ agent, category }, change] = usePageSearch<TrendsSearch>();
  const filter = { status: "completed", memberId: agent, categoryId: category, last: countedCalls };
  const calls = useQuery(latestCallsQuery(connection, filter));
  const { found = 0 } = calls.data ?? {};
  const readRows = async () => {
    return (await readManyCalls(connection, { ...filter, analyses: "all" })).flatMap(criteriaOf);
  };
  return (
    <Page
      title="Trends"
      description={
        found > countedCalls &&
        `The newest ${numberText(countedCalls)} of ${numberText(found)} completed calls are counted.`
      }
      actions={<DownloadCsv name="criteria" isDisabled={found === 0} readRows={readRows} />}
    >
      <Loaded query={calls} lines={10}>
        {({ calls: listed }) => {
          const scored = scoredCalls(listed);
          if (scored.length === 0 && !agent && !category) return <NoScores />;
          return (
            <>
              <search className="flex flex-wrap items-center gap-2">
                <ParticipantFilters />
              </search>
              {scored.length === 0 ? (
                <EmptyState
                  title="No call matches"
                  action={
                    <Button onClick={() => change({ agent: undefined, category: undefined })}>Clear the filters</Button>
                  }
                />
              ) : (
                <>
                  <ScoresOverTime calls={scored} />
                  <CriteriaSection calls={scored} filter={filter} />
                </>
              )}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function NoScores() {
  const { kind } = useConnection();
  return (
    <EmptyState title="No scores yet" {...(kind === "fake" && { command: "npx call-analysis-mock --scenario busy" })}>
      Trends appear once calls are completed. Choose “New call” under “Calls” to analyse a recording
      {kind === "fake" ? ", or start the fake with 10,000 calls of the last year." : "."}
    </EmptyState>
  );
}

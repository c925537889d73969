/** All calls: found, and followed while they are analysed. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useCallback, useState } from "react";
import { useConnection } from "../../connection/connection.ts";
import { callsQuery, readManyCalls } from "../../data/queries.ts";
import { useSubmissionList } from "../../submissions/submissions.ts";
import { Button } from "../../ui/button.tsx";
import { DownloadCsv } from "../../ui/download.tsx";
import { foundText } from "../../ui/format.ts";
import { EmptyState, Page, Panel } from "../../ui/page.tsx";
import { usePageSearch } from "../../ui/page-search.ts";
import { Loaded } from "../../ui/query-states.tsx";
import { CallFilters } from "./call-filters.tsx";
import { CallTable } from "./call-table.tsx";
import { type CallsSearch, filterOf } from "./calls-search.ts";
import { NewCallDialog } from "./new-call-dialog.tsx";
import { SampleButton } from "./sample-button.tsx";
import { SubmissionProgress } from "./submission-progress.tsx";

const route = getRouteApi("/calls");

/** The columns of the CSV file. */
const savedFields = [
  "id",
  "status",
  "memberId",
  "agentName",
  "categoryId",
  "categoryName",
  "audioUrl",
  "udfs",
  "createdAt",
  "durationSeconds",
  "score",
  "outcomeLabel",
  "failureReason",
] as const;

/** The page. */
export function CallsPage() {
  const [search, change] = usePageSearch<CallsSearch>();
  const navigate = route.useNavigate();
  const connection = useConnection();
  // The open form is part of the URL. Its submissions are not: a reload forgets them.
  const [startedId, setStartedId] = useState<string>();
  const leaveForm = (id?: string) => {
    setStartedId(id);
    if (search.new) change({ new: undefined });
  };
  const readRows = async () => {
    const calls = await readManyCalls(connection, { ...filterOf(search), last: Number.POSITIVE_INFINITY });
    return calls.map((call) => Object.fromEntries(savedFields.map((field) => [field, call[field]])));
  };
  return (
    <Page
      title="Calls"
      actions={
        <>
          <DownloadCsv name="calls" readRows={readRows} />
          <Button
            variant="primary"
            icon={<Plus size={16} aria-hidden />}
            onClick={() => void navigate({ search: (previous: CallsSearch) => ({ ...previous, new: true }) })}
          >
            New call
          </Button>
        </>
      }
    >
      <RunningSubmissions />
      <Calls />
      <NewCallDialog
        isOpen={search.new === true || startedId !== undefined}
        startedId={startedId}
        onStarted={leaveForm}
        onClose={leaveForm}
      />
    </Page>
  );
}

/** The calls that this page is creating, or has waited for. */
function RunningSubmissions() {
  const submissions = useSubmissionList();
  if (submissions.length === 0) return null;
  return (
    <Panel title="Created here" className="shrink-0">
      <ul className="max-h-[45vh] divide-y divide-line overflow-y-auto">
        {submissions.map((submission) => (
          <li key={submission.id} className="px-4 py-3">
            <SubmissionProgress submission={submission} isCompact={submission.stage === "completed"} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Calls() {
  const connection = useConnection();
  const [search, change] = usePageSearch<CallsSearch>();
  const calls = useInfiniteQuery(callsQuery(connection, filterOf(search)));
  const { fetchNextPage, hasNextPage, isFetching } = calls;
  const readOn = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetching]);
  const clear = () => change({ q: undefined, status: undefined, agent: undefined, category: undefined });
  return (
    <Loaded query={calls} lines={8} what="the calls">
      {({ pages }) => {
        const { found = 0, all = 0 } = pages.at(-1) ?? {};
        if (all === 0) return <NoCalls />;
        return (
          <>
            <CallFilters count={foundText(found, all, "call")} />
            {found === 0 ? (
              <EmptyState title="No call matches" action={<Button onClick={clear}>Clear the filters</Button>} />
            ) : (
              <CallTable calls={pages.flatMap((page) => page.calls)} onEnd={readOn} />
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function NoCalls() {
  const { kind, control } = useConnection();
  const root = control.url.replace(/\/__mock__$/, "");
  const command = `CALL_ANALYSIS_BASE_URL=${root}/v1 CALL_ANALYSIS_API_KEY=test-key npm start`;
  return (
    <EmptyState title="No calls yet" {...(kind === "fake" && { command })} action={<SampleButton />}>
      Choose “New call” to analyse a recording from this computer
      {kind === "fake" ? ", or point your application at the fake. Its calls appear here by themselves." : "."}
    </EmptyState>
  );
}

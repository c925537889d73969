/** All calls: found, sorted, and followed while they are analysed. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useConnection } from "../../connection/connection.ts";
import type { ListedCall } from "../../connection/control.ts";
import { callsQuery, latestCallsQuery } from "../../data/queries.ts";
import { useSubmissionList } from "../../submissions/submissions.ts";
import { Button } from "../../ui/button.tsx";
import { foundText, recordingName } from "../../ui/format.ts";
import { EmptyState, Page, Panel } from "../../ui/page.tsx";
import { usePageSearch } from "../../ui/page-search.ts";
import { Loaded } from "../../ui/query-states.tsx";
import { CallFilters } from "./call-filters.tsx";
import { CallTable } from "./call-table.tsx";
import type { CallsSearch } from "./calls-search.ts";
import { NewCallDialog } from "./new-call-dialog.tsx";
import { SampleButton } from "./sample-button.tsx";
import { SubmissionProgress } from "./submission-progress.tsx";

const route = getRouteApi("/calls");

/** The page. */
export function CallsPage() {
  const [search, change] = usePageSearch<CallsSearch>();
  const navigate = route.useNavigate();
  // The form is in the address. What it has started is not: a reload forgets it.
  const [startedId, setStartedId] = useState<string>();
  const leaveForm = (id?: string) => {
    setStartedId(id);
    if (search.new) change({ new: undefined });
  };
  return (
    <Page
      title="Calls"
      actions={
        <Button
          variant="primary"
          icon={<Plus size={16} aria-hidden />}
          onClick={() => void navigate({ search: (previous: CallsSearch) => ({ ...previous, new: true }) })}
        >
          New call
        </Button>
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
  const queries = useQueryClient();
  const { queryKey } = callsQuery(connection);
  const areAllKnown = queries.getQueryData(queryKey) !== undefined;
  const latest = useQuery({ ...latestCallsQuery(connection), enabled: !areAllKnown });
  const calls = useQuery({
    ...callsQuery(connection),
    // One after the other: a fake that computes ten thousand calls responds to nothing else.
    enabled: areAllKnown || !latest.isPending,
    placeholderData: latest.data,
  });
  return (
    <Loaded query={calls} lines={8} what="the calls">
      {(listed) => <Found calls={listed} areMoreToCome={calls.isPlaceholderData} />}
    </Loaded>
  );
}

function Found({ calls, areMoreToCome }: { calls: readonly ListedCall[]; areMoreToCome: boolean }) {
  const [search, change] = usePageSearch<CallsSearch>();
  const found = useMemo(() => calls.filter((call) => isFound(call, search)), [calls, search]);
  if (calls.length === 0) return areMoreToCome ? null : <NoCalls />;
  return (
    <>
      <CallFilters
        calls={calls}
        count={areMoreToCome ? "Loading older calls…" : foundText(found.length, calls.length, "call")}
      />
      {found.length === 0 ? (
        <EmptyState
          title={areMoreToCome ? "None of the latest calls matches" : "No call matches"}
          action={
            <Button onClick={() => change({ q: undefined, status: undefined, agent: undefined, category: undefined })}>
              Clear the filters
            </Button>
          }
        >
          {unknownFilters(calls, search).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </EmptyState>
      ) : (
        <CallTable calls={found} />
      )}
    </>
  );
}

/** An address can name what no call of the list has, such as an agent of another fake. */
function unknownFilters(calls: readonly ListedCall[], { status, agent, category }: CallsSearch): string[] {
  return [
    agent !== undefined && calls.every(({ memberId }) => memberId !== agent) && `No call is of an agent “${agent}”.`,
    category !== undefined &&
      calls.every(({ categoryId }) => categoryId !== category) &&
      `No call is of a category “${category}”.`,
    status !== undefined && calls.every((call) => call.status !== status) && `No call has the status “${status}”.`,
  ].filter((text) => text !== false);
}

function isFound(call: ListedCall, { q = "", status, agent, category }: CallsSearch): boolean {
  if (status && call.status !== status) return false;
  if (agent && call.memberId !== agent) return false;
  if (category && call.categoryId !== category) return false;
  const { id, agentName, categoryName, audioUrl, udfs } = call;
  const text = [id, agentName, categoryName, recordingName(audioUrl), JSON.stringify(udfs)].join("\n").toLowerCase();
  return text.includes(q.trim().toLowerCase());
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

/** All calls: found, sorted, and followed while they are analysed. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useConnection } from "../../connection/connection.ts";
import type { ListedCall } from "../../connection/control.ts";
import { callsQuery } from "../../data/queries.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { numberText, recordingName } from "../../ui/format.ts";
import { EmptyState, Page, Panel, Skeleton } from "../../ui/page.tsx";
import { CallFilters } from "./call-filters.tsx";
import { CallTable } from "./call-table.tsx";
import type { CallsSearch } from "./calls-search.ts";
import { CompareSelection } from "./compare-selection.tsx";
import { NewCallDialog } from "./new-call-dialog.tsx";
import { RunningSubmissions } from "./running-submissions.tsx";
import { SampleButton } from "./sample-button.tsx";

const route = getRouteApi("/calls");

/** The page. */
export function CallsPage() {
  const search: CallsSearch = route.useSearch();
  const navigate = route.useNavigate();
  const { isReadOnly } = useConnection();
  const change = (changes: CallsSearch) =>
    void navigate({ search: (previous: CallsSearch) => ({ ...previous, ...changes }), replace: true });
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  useEffect(() => {
    if (!search.new) return;
    // The address has only asked for the dialog: a reload does not open it again.
    setIsDialogOpen(true);
    void navigate({ search: ({ new: _, ...rest }: CallsSearch) => rest, replace: true });
  }, [search.new, navigate]);
  return (
    <Page
      title="Calls"
      actions={
        <Button
          variant="primary"
          disabled={isReadOnly}
          icon={<Plus size={16} aria-hidden />}
          onClick={() => setIsDialogOpen(true)}
        >
          New call
        </Button>
      }
    >
      <RunningSubmissions />
      <Calls search={search} onChange={change} />
      {isDialogOpen && !isReadOnly && <NewCallDialog onClose={() => setIsDialogOpen(false)} />}
    </Page>
  );
}

function Calls({ search, onChange }: { search: CallsSearch; onChange: (changes: CallsSearch) => void }) {
  const { data: calls, error, refetch } = useQuery(callsQuery(useConnection()));
  const found = useMemo(() => (calls ?? []).filter((call) => isFound(call, search)), [calls, search]);
  if (error && !calls) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!calls)
    return (
      <Panel>
        <Skeleton lines={8} />
      </Panel>
    );
  if (calls.length === 0) return <NoCalls />;
  return (
    <>
      <CallFilters
        calls={calls}
        search={search}
        onChange={onChange}
        count={
          found.length === calls.length
            ? countText(calls.length)
            : `${numberText(found.length)} of ${countText(calls.length)}`
        }
      />
      {found.length === 0 ? (
        <EmptyState
          title="No call matches"
          action={
            <Button
              onClick={() => onChange({ q: undefined, status: undefined, agent: undefined, category: undefined })}
            >
              Clear the filters
            </Button>
          }
        />
      ) : (
        <CompareSelection>
          <CallTable calls={found} sort={search.sort} onSort={(sort) => onChange({ sort })} />
        </CompareSelection>
      )}
    </>
  );
}

function countText(count: number): string {
  return count === 1 ? "1 call" : `${numberText(count)} calls`;
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
  const root = control?.url.replace(/\/__mock__$/, "");
  const command = `CALL_ANALYSIS_BASE_URL=${root}/v1 CALL_ANALYSIS_API_KEY=test-key npm start`;
  return (
    <EmptyState
      title="No calls yet"
      {...(kind === "fake" && { command })}
      {...(control && { action: <SampleButton /> })}
    >
      Choose “New call” to analyse a recording from this computer
      {kind === "fake" ? ", or point your application at the fake. Its calls appear here by themselves." : "."}
    </EmptyState>
  );
}

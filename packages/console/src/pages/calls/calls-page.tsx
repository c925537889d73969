/** All calls: found, and followed while they are analysed. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { AudioLines, Plus } from "lucide-react";
import { useCallback } from "react";
import { useConnection } from "../../connection/connection.ts";
import { callsQuery, readManyCalls } from "../../data/queries.ts";
import { Button } from "../../ui/button.tsx";
import { DownloadCsv } from "../../ui/download.tsx";
import { foundText } from "../../ui/format.ts";
import { EmptyState, Page } from "../../ui/page.tsx";
import { usePageSearch } from "../../ui/page-search.ts";
import { Loaded } from "../../ui/query-states.tsx";
import { ClientSettings } from "../state/client-settings.tsx";
import { CallFilters } from "./call-filters.tsx";
import { CallTable } from "./call-table.tsx";
import { type CallsSearch, filterOf } from "./calls-search.ts";
import { useNewCall } from "./new-call.ts";
import { NewCallDialog } from "./new-call-dialog.tsx";
import { sampleRecording } from "./sample-recording.ts";

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
  const found = useInfiniteQuery(callsQuery(connection, filterOf(search))).data?.pages[0]?.found;
  const newCall = useNewCall();
  const openForm = () => {
    newCall.begin();
    void navigate({ search: (previous: CallsSearch) => ({ ...previous, new: true }) });
  };
  const analyseSample = () => {
    openForm();
    newCall.form.sendValues({ ...newCall.form.values, file: sampleRecording() });
  };
  const readRows = async () => {
    const all = await readManyCalls(connection, { ...filterOf(search), last: Number.POSITIVE_INFINITY });
    return all.map((call) => Object.fromEntries(savedFields.map((field) => [field, call[field]])));
  };
  return (
    <Page
      title="Calls"
      actions={
        <>
          <DownloadCsv name="calls" isDisabled={!found} readRows={readRows} />
          <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={openForm}>
            New call
          </Button>
        </>
      }
    >
      <Calls onSample={analyseSample} />
      <NewCallDialog newCall={newCall} isOpen={search.new === true} onClose={() => change({ new: undefined })} />
    </Page>
  );
}

function Calls({ onSample }: { onSample: () => void }) {
  const connection = useConnection();
  const [search, change] = usePageSearch<CallsSearch>();
  const calls = useInfiniteQuery(callsQuery(connection, filterOf(search)));
  const { fetchNextPage, hasNextPage, isFetching } = calls;
  const readOn = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetching]);
  const clear = () =>
    change({ q: undefined, status: undefined, agent: undefined, category: undefined, outcome: undefined });
  return (
    <Loaded query={calls} lines={8} what="the calls">
      {({ pages }) => {
        const { found = 0, all = 0 } = pages.at(-1) ?? {};
        if (all === 0) return <NoCalls onSample={onSample} />;
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

function NoCalls({ onSample }: { onSample: () => void }) {
  const { kind } = useConnection();
  return (
    <>
      <EmptyState
        title="No calls yet"
        action={
          <Button variant="primary" icon={<AudioLines size={16} aria-hidden />} onClick={onSample}>
            Analyse a sample recording
          </Button>
        }
      >
        Choose “New call” to analyse a recording from this computer
        {kind === "fake" ? ", or point your application at the fake. Its calls appear here automatically." : "."}
      </EmptyState>
      <div className="mx-auto">
        <ClientSettings />
      </div>
    </>
  );
}

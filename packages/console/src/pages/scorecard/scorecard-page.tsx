/** One call: what was said about it, and the second of the recording that shows it. */
import { type AnalysisSnapshot, type CompletedCall, isCompleted } from "@call-analysis/sdk";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { useConnection } from "../../connection/connection.ts";
import type { ListedCall } from "../../connection/control.ts";
import { callQuery, callsQuery } from "../../data/queries.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { dateTimeText, positionText, recordingName } from "../../ui/format.ts";
import { CopyButton, Page, Panel, Skeleton } from "../../ui/page.tsx";
import { Status } from "../../ui/status.tsx";
import { momentsOf } from "./moments.ts";
import { Player, PlayerContext } from "./player.ts";
import { PlayerPanel } from "./player-panel.tsx";
import { Sections } from "./sections.tsx";
import { SummaryColumn } from "./summary-column.tsx";

const route = getRouteApi("/calls/$callId");

/** The page. */
export function ScorecardPage() {
  const { callId } = route.useParams();
  const connection = useConnection();
  const { data: snapshot, error, refetch } = useQuery(callQuery(connection, callId));
  const listed = useQuery(callsQuery(connection)).data?.find(({ id }) => id === callId);
  if (error && !snapshot)
    return (
      <Page title="Call">
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Page>
    );
  if (!snapshot)
    return (
      <Page title="Call">
        <Panel>
          <Skeleton lines={8} />
        </Panel>
      </Page>
    );
  return (
    <Page
      title={titleOf(snapshot)}
      aside={<Status key={snapshot.status} status={snapshot.status} className="animate-flash" />}
      description={<Facts snapshot={snapshot} listed={listed} />}
    >
      {isCompleted(snapshot) ? (
        <Scorecard key={callId} call={snapshot} listed={listed} />
      ) : (
        <Unfinished status={snapshot.status} listed={listed} />
      )}
    </Page>
  );
}

function titleOf({ callId, metadata }: AnalysisSnapshot): string {
  return metadata?.audioUrl ? recordingName(metadata.audioUrl) : callId;
}

function Facts({
  snapshot: { callId, metadata },
  listed,
}: {
  snapshot: AnalysisSnapshot;
  listed: ListedCall | undefined;
}) {
  const facts = [
    listed?.agentName,
    listed?.categoryName,
    metadata?.createdAt && dateTimeText(metadata.createdAt),
    listed && positionText(listed.durationSeconds),
  ].filter(Boolean);
  return (
    <span className="flex flex-wrap items-center gap-x-3 sm:gap-x-2">
      {facts.map((fact) => (
        <span key={String(fact)} className="min-w-0 sm:after:ml-2 sm:after:text-control sm:after:content-['·']">
          {fact}
        </span>
      ))}
      <span className="inline-flex items-center gap-0.5">
        <code className="font-mono text-xs">{callId}</code>
        <CopyButton text={callId} label="Copy the call's id" />
      </span>
    </span>
  );
}

function Scorecard({ call, listed }: { call: CompletedCall; listed: ListedCall | undefined }) {
  const { callId, analysis, metadata } = call;
  // The specification does not say the unit of `duration`; the fake says the seconds of each call itself.
  const durationSeconds = listed?.durationSeconds ?? metadata?.duration ?? 0;
  const player = useMemo(() => new Player(durationSeconds), [durationSeconds]);
  const moments = useMemo(() => momentsOf(analysis, durationSeconds), [analysis, durationSeconds]);
  return (
    <PlayerContext value={player}>
      <PlayerPanel callId={callId} audioUrl={metadata?.audioUrl ?? ""} moments={moments} />
      <div className="grid min-w-0 items-start gap-4 xl:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <SummaryColumn call={call} />
        <Sections sections={analysis.sections ?? []} />
      </div>
    </PlayerContext>
  );
}

function Unfinished({ status, listed }: { status: string; listed: ListedCall | undefined }) {
  const reason = listed?.failureReason;
  return (
    <Panel className="p-6 text-center">
      <p className="text-lg font-semibold">
        {reason ? "The analysis ended without a result" : `There is no analysis yet: the status is “${status}”`}
      </p>
      <p className="mt-1 text-muted">{reason ?? "This page shows the analysis as soon as it is there."}</p>
    </Panel>
  );
}

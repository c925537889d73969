/** One call: what was said about it, and the second of the recording that shows it. */
import { type AnalysisSnapshot, ApiError, type CompletedCall, isCompleted } from "@call-analysis/sdk";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useConnection } from "../../connection/connection.ts";
import type { ListedCall } from "../../connection/control.ts";
import { callQuery, useListedCall } from "../../data/queries.ts";
import { buttonClasses } from "../../ui/button.tsx";
import { dateTimeText, positionText, recordingName } from "../../ui/format.ts";
import { CopyButton, EmptyState, Page } from "../../ui/page.tsx";
import { Loaded } from "../../ui/query-states.tsx";
import { Status } from "../../ui/status.tsx";
import { momentsOf } from "./moments.ts";
import { Player, PlayerContext } from "./player.ts";
import { PlayerPanel } from "./player-panel.tsx";
import { Sections } from "./sections.tsx";
import { SummaryColumn } from "./summary-column.tsx";
import { Unfinished } from "./unfinished.tsx";

const route = getRouteApi("/calls/$callId");

/** The page. */
export function ScorecardPage() {
  const { callId } = route.useParams();
  const connection = useConnection();
  const call = useQuery(callQuery(connection, callId));
  const listed = useListedCall(callId);
  const { data: snapshot, error } = call;
  // Also when it was read before: a fake that was started anew no longer has it.
  if (ApiError.is(error) && error.status === 404)
    return <MissingCall callId={callId} wasThere={snapshot !== undefined} />;
  return (
    <Page
      title={snapshot ? titleOf(snapshot) : "Call"}
      aside={snapshot && <Status key={snapshot.status} status={snapshot.status} className="animate-flash" />}
      description={snapshot && <Facts snapshot={snapshot} listed={listed} />}
      actions={
        <Link to="/fake/journal" search={{ q: callId, console: true }} className={buttonClasses()}>
          Requests of this call
        </Link>
      }
    >
      <Loaded query={call} lines={8} what="the call">
        {(loaded) =>
          isCompleted(loaded) ? (
            <Scorecard key={callId} call={loaded} listed={listed} />
          ) : (
            <Unfinished snapshot={loaded} listed={listed} />
          )
        }
      </Loaded>
    </Page>
  );
}

function MissingCall({ callId, wasThere }: { callId: string; wasThere: boolean }) {
  return (
    <Page title="Call">
      <EmptyState
        title={wasThere ? "This call is gone" : "There is no such call"}
        action={
          <Link to="/calls" className={buttonClasses("primary")}>
            All calls
          </Link>
        }
      >
        The fake has no call <code className="font-mono text-xs break-all">{callId}</code>. A reset deletes all calls. A
        restart deletes them unless the fake was started with <code className="font-mono text-xs">--state FILE</code>.
      </EmptyState>
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
    <span className="flex flex-wrap items-center gap-x-4">
      {facts.map((fact) => (
        <span key={String(fact)} className="min-w-0">
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
      {/* As high as its content, so that the player stays in view to the end of it. */}
      <div className="flex shrink-0 flex-col gap-4">
        <PlayerPanel callId={callId} moments={moments} />
        <div className="grid min-w-0 items-start gap-4 xl:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
          <SummaryColumn call={call} />
          <Sections sections={analysis.sections ?? []} />
        </div>
      </div>
    </PlayerContext>
  );
}

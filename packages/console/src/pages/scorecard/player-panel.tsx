import { queryOptions, useQuery } from "@tanstack/react-query";
import { Pause, Play } from "lucide-react";
import { useCallback, useState } from "react";
import { type Connection, useConnection } from "../../connection/connection.ts";
import { countText, positionText } from "../../ui/format.ts";
import { Panel } from "../../ui/page.tsx";
import type { Moment } from "./moments.ts";
import { usePlayer, usePlayerState } from "./player.ts";
import { Waveform } from "./waveform.tsx";

/** The waveform and its controls. */
export function PlayerPanel({ callId, moments }: { callId: string; moments: readonly Moment[] }) {
  const recording = useQuery(recordingQuery(useConnection(), callId));
  const { durationSeconds } = usePlayerState();
  const [isUnreadable, setIsUnreadable] = useState(false);
  const onUnreadable = useCallback(() => setIsUnreadable(true), []);
  const playable = isUnreadable ? null : (recording.data ?? null);
  return (
    <>
      {/* While a person reads, the waveform scrolls away and the controls below it stay. */}
      <Panel className="sticky -top-22 z-10 shrink-0 px-4 py-3">
        <div className="h-[72px]">
          {!recording.isPending && (
            <Waveform
              recording={playable}
              durationSeconds={durationSeconds}
              moments={moments}
              onUnreadable={onUnreadable}
            />
          )}
        </div>
        <Controls moments={moments} />
      </Panel>
      {isUnreadable && <p className="text-xs text-warn">This browser cannot play the recording.</p>}
      {recording.data === null && (
        <p className="text-xs text-muted">
          The service has only the URL of this recording, so you can see the timestamps here but not play them.
        </p>
      )}
      {recording.error && <p className="text-xs text-bad">The recording cannot be read: {recording.error.message}</p>}
    </>
  );
}

/** A call's recording; null when the fake has no bytes of it. It is read in a way that leaves no trace. */
function recordingQuery({ control }: Connection, callId: string) {
  return queryOptions({
    queryKey: ["recording", callId] as const,
    queryFn: ({ signal }) => control.recordingOf(callId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function Controls({ moments }: { moments: readonly Moment[] }) {
  const { seconds, durationSeconds } = usePlayerState();
  const position = positionText(seconds);
  const length = positionText(durationSeconds);
  return (
    <div className="@container mt-2">
      <div className="flex items-center gap-3">
        <PlayButton />
        <output aria-label="Position" className="font-mono text-xs whitespace-nowrap tabular-nums">
          {position}
        </output>
        <PositionSlider valueText={`${position} of ${length}`} />
        <span className="font-mono text-xs whitespace-nowrap text-muted tabular-nums">{length}</span>
        <span className="hidden text-xs text-muted @2xl:block">{countText(moments.length, "timestamp")}</span>
      </div>
    </div>
  );
}

function PlayButton() {
  const player = usePlayer();
  const { isPlaying, hasSound } = usePlayerState();
  const Icon = isPlaying ? Pause : Play;
  return (
    <button
      type="button"
      aria-label={isPlaying ? "Pause" : "Play"}
      disabled={!hasSound}
      onClick={() => player.toggle()}
      className="grid size-9 shrink-0 place-items-center rounded-full bg-accent text-on-accent hover:brightness-110 disabled:opacity-45"
    >
      <Icon size={16} fill="currentColor" aria-hidden />
    </button>
  );
}

function PositionSlider({ valueText }: { valueText: string }) {
  const player = usePlayer();
  const { seconds, durationSeconds } = usePlayerState();
  return (
    <input
      type="range"
      aria-label="Seek"
      aria-valuetext={valueText}
      min={0}
      max={durationSeconds}
      step={1}
      value={Math.round(seconds)}
      onChange={({ target }) => player.seek(Number(target.value))}
      className="h-6 min-w-0 flex-1 accent-accent"
    />
  );
}

/** The fake's clock, on every page: what it shows, and how to move it. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { useEffect, useState } from "react";
import { useConnection, useControl } from "../connection/connection.ts";
import type { Control, ControlledClock } from "../connection/control.ts";
import { clockQuery } from "../data/queries.ts";
import { Button } from "../ui/button.tsx";
import { errorFacts } from "../ui/error-state.tsx";
import { zonedText, zoneName } from "../ui/time-zone.ts";
import { showToast } from "../ui/toasts.tsx";

/** The dock below the page. */
export function ClockDock() {
  const clock = useQuery(clockQuery(useConnection())).data;
  const nowMs = useServiceTimeMs(clock);
  return (
    <section
      aria-label="Clock"
      className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-panel px-4 py-1 sm:min-h-11 sm:px-6 sm:py-1.5 short:min-h-8 short:py-0.5"
    >
      <span className="flex items-center gap-2">
        <Clock size={15} aria-hidden className="text-muted" />
        <time className="font-mono text-xs tabular-nums" dateTime={clock?.now}>
          {nowMs === undefined ? "…" : zonedText(nowMs).slice(0, 19).replace("T", " ")}
        </time>
        <span className="font-mono text-xs text-muted">{zoneName()}</span>
      </span>
      <ClockControls clock={clock} nowMs={nowMs} />
    </section>
  );
}

function ClockControls({ clock, nowMs }: { clock: ControlledClock | undefined; nowMs: number | undefined }) {
  const { mutate, isPending } = useMoveClock();
  const button = (label: string, move: Move, isOff = false) => (
    <Button isSmall disabled={isPending || !clock || isOff} onClick={() => mutate(move)}>
      {label}
    </Button>
  );
  const nextChangeAt = clock?.nextChangeAt;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {button("+1 s", (control) => control.advanceClock(1_000))}
      {button("+1 min", (control) => control.advanceClock(60_000))}
      {button("+1 h", (control) => control.advanceClock(3_600_000))}
      {button("Next change", (control) => control.advanceClockTo(nextChangeAt ?? ""), !nextChangeAt)}
      <span className="text-xs text-muted tabular-nums">
        {nextChangeAt && nowMs !== undefined && untilText(Date.parse(nextChangeAt) - nowMs)}
        {nextChangeAt === null && <span className="max-sm:hidden">no call changes with time</span>}
      </span>
    </div>
  );
}

type Move = (control: Control) => Promise<ControlledClock>;

function useMoveClock() {
  const control = useControl();
  const connection = useConnection();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (move: Move) => move(control),
    onSuccess(clock) {
      queries.setQueryData(clockQuery(connection).queryKey, clock);
      void queries.invalidateQueries({ queryKey: ["calls"] });
    },
    onError: (error) => showToast("The clock was not moved", errorFacts(error).message),
  });
}

/** The fake's time, computed from what was read last. Reads again when the next call changes by itself. */
function useServiceTimeMs(clock: ControlledClock | undefined): number | undefined {
  const queries = useQueryClient();
  const [machineMs, setMachineMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setMachineMs(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (!clock?.nextChangeAt || clock.speed === 0) return;
    const dueMs = clock.readAtMs + (Date.parse(clock.nextChangeAt) - clock.nowMs) / clock.speed;
    // Longer times than a timer can take are far away.
    if (dueMs - Date.now() > 86_400_000) return;
    const refresh = () => {
      void queries.invalidateQueries({ predicate: ({ queryKey }) => ["calls", "clock"].includes(String(queryKey[0])) });
    };
    const timer = setTimeout(refresh, Math.max(50, dueMs - Date.now() + 20));
    return () => clearTimeout(timer);
  }, [clock, queries]);
  if (!clock) return undefined;
  return clock.nowMs + Math.max(0, machineMs - clock.readAtMs) * clock.speed;
}

function untilText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  if (seconds <= 0) return "a call changes now";
  if (seconds < 120) return `a call changes in ${seconds} s`;
  return `a call changes in ${Math.round(seconds / 60)} min`;
}

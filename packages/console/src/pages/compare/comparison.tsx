/** The comparison of two completed calls. */
import type { CompletedCall } from "@call-analysis/sdk";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { ListedCall } from "../../connection/control.ts";
import { classNames } from "../../ui/class-names.ts";
import { dateTimeText, numberText, recordingName } from "../../ui/format.ts";
import { Panel } from "../../ui/page.tsx";
import { usePageSearch } from "../../ui/page-search.ts";
import { useShortcuts } from "../../ui/shortcuts.ts";
import { Badge } from "../../ui/status.tsx";
import { momentsOf } from "../scorecard/moments.ts";
import { Player, PlayerContext } from "../scorecard/player.ts";
import { PlayerPanel } from "../scorecard/player-panel.tsx";
import { type AlignedCriterion, alignSections, byRegression, isMissedByEither, missedCounts } from "./alignment.ts";
import type { CompareSearch } from "./compare-search.ts";
import { CriterionRows } from "./criterion-rows.tsx";
import { Delta } from "./delta.tsx";
import { SectionTable } from "./section-table.tsx";

/** A call, with what the list knows of it. */
export interface ComparedCall {
  call: CompletedCall;
  listed: ListedCall | undefined;
}

/** Scores, sections and criteria of both calls. */
export function Comparison({ first, second }: { first: ComparedCall; second: ComparedCall }) {
  const [search] = usePageSearch<CompareSearch>();
  const sections = useMemo(
    () => alignSections(first.call.analysis, second.call.analysis),
    [first.call.analysis, second.call.analysis],
  );
  const players = usePlayers(first, second);
  const all = search.order === "scorecard" ? sections.flatMap(({ criteria }) => criteria) : byRegression(sections);
  const shown = all.filter(
    (criterion) =>
      (!search.differences || criterion.change !== "same") && (!search.missed || isMissedByEither(criterion)),
  );
  const isNothingShared = sections.every((section) => !section.first || !section.second);
  return (
    <>
      {isNothingShared && (
        <p role="status" className="rounded-lg border border-warn/40 bg-warn-soft px-3 py-2 text-warn">
          These calls have no section in common: they were analysed for different categories. Only score and outcome can
          be compared.
        </p>
      )}
      <div className="grid min-w-0 gap-4 lg:grid-cols-2">
        <CallPanel number={1} compared={first} players={players} />
        <CallPanel number={2} compared={second} baseline={first} players={players} />
      </div>
      {!isNothingShared && <SectionTable sections={sections} />}
      <Panel title="Criteria" actions={<CriteriaChoices count={`${shown.length} of ${all.length}`} />}>
        <MissedLine criteria={all} />
        {shown.length === 0 ? (
          <p className="px-4 py-6 text-center text-muted">
            {all.length === 0
              ? "Neither call has criteria."
              : search.missed
                ? "No criterion that was missed is left by these choices."
                : "No criterion has another result."}
          </p>
        ) : (
          <CriterionRows criteria={shown} players={[players.first, players.second]} />
        )}
      </Panel>
    </>
  );
}

/** What each call has missed, in a sentence. */
function MissedLine({ criteria }: { criteria: readonly AlignedCriterion[] }) {
  if (criteria.length === 0) return null;
  const { first, second, both } = missedCounts(criteria);
  return (
    <p className="border-b border-line px-4 py-2 text-muted tabular-nums">
      Call 1 missed {numberText(first)}, call 2 missed {numberText(second)}; both missed {numberText(both)}.
    </p>
  );
}

function CriteriaChoices({ count }: { count: string }) {
  const [search, change] = usePageSearch<CompareSearch>();
  const choice = (label: string, isChosen: boolean, choose: (isOn: boolean) => CompareSearch) => (
    <label className="flex items-center gap-1.5">
      <input
        type="checkbox"
        className="size-4 accent-accent"
        checked={isChosen}
        onChange={({ target }) => change(choose(target.checked))}
      />
      {label}
    </label>
  );
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <output className="hidden text-xs text-muted tabular-nums sm:inline">{count}</output>
      {choice("Regressions first", search.order !== "scorecard", (isOn) => ({ order: isOn ? undefined : "scorecard" }))}
      {choice("Only differences", search.differences === true, (isOn) => ({ differences: isOn || undefined }))}
      {choice("Only missed", search.missed === true, (isOn) => ({ missed: isOn || undefined }))}
    </div>
  );
}

interface Players {
  first: Player;
  second: Player;
  active: 1 | 2;
  choose: (number: 1 | 2) => void;
}

/** Both players. The keys 1 and 2 switch between them: what was heard of one goes on with the other. */
function usePlayers(one: ComparedCall, other: ComparedCall): Players {
  const [firstSeconds, secondSeconds] = [durationOf(one), durationOf(other)];
  const first = useMemo(() => new Player(firstSeconds), [firstSeconds]);
  const second = useMemo(() => new Player(secondSeconds), [secondSeconds]);
  const [active, setActive] = useState<1 | 2>(1);
  const choose = (number: 1 | 2) => {
    const [from, to] = number === 1 ? [second, first] : [first, second];
    if (from.get().isPlaying) {
      from.toggle();
      to.toggle();
    }
    setActive(number);
  };
  useShortcuts([
    { keys: "1", label: "Switch to the player of call 1", run: () => choose(1) },
    { keys: "2", label: "Switch to the player of call 2", run: () => choose(2) },
  ]);
  return { first, second, active, choose };
}

/** The specification does not say the unit of `duration`; the fake says the seconds of each call itself. */
function durationOf({ call: { metadata }, listed }: ComparedCall): number {
  return listed?.durationSeconds ?? metadata?.duration ?? 0;
}

function CallPanel({
  number,
  compared,
  baseline,
  players,
}: {
  number: 1 | 2;
  compared: ComparedCall;
  baseline?: ComparedCall;
  players: Players;
}) {
  const { call, listed } = compared;
  const player = number === 1 ? players.first : players.second;
  const isActive = players.active === number;
  const durationSeconds = durationOf(compared);
  const moments = useMemo(() => momentsOf(call.analysis, durationSeconds), [call.analysis, durationSeconds]);
  const { score, outcomeLabel } = call.analysis;
  const facts = [
    listed?.agentName,
    listed?.categoryName,
    call.metadata && unbroken(dateTimeText(call.metadata.createdAt)),
  ];
  return (
    <section aria-label={`Call ${number}`} className="flex min-w-0 flex-col gap-3">
      <Panel className="p-4">
        <div className="flex items-start gap-3">
          <button
            type="button"
            aria-pressed={isActive}
            aria-label={`Use the player of call ${number}`}
            title={`Key ${number}`}
            onClick={() => players.choose(number)}
            className={classNames(
              "grid size-7 shrink-0 place-items-center rounded-full border font-semibold tabular-nums",
              isActive ? "border-accent bg-accent text-on-accent" : "border-control text-muted hover:text-ink",
            )}
          >
            {number}
          </button>
          <div className="min-w-0 flex-1">
            <Link
              to="/calls/$callId"
              params={{ callId: call.callId }}
              className="block truncate rounded font-semibold hover:text-accent"
            >
              {call.metadata?.audioUrl ? recordingName(call.metadata.audioUrl) : call.callId}
            </Link>
            <p className="text-muted">{facts.filter(Boolean).join(" · ")}</p>
            {outcomeLabel && (
              <p className="mt-1.5">
                <Badge tone="accent" isOfService>
                  {outcomeLabel}
                </Badge>
              </p>
            )}
          </div>
          <div className="text-right">
            <p className="text-score font-semibold tracking-tight tabular-nums">
              {typeof score === "number" ? numberText(score) : "–"}
            </p>
            {baseline && <Delta value={difference(baseline.call.analysis.score, score)} />}
          </div>
        </div>
      </Panel>
      <PlayerContext value={player}>
        <PlayerPanel
          callId={call.callId}
          audioUrl={call.metadata?.audioUrl ?? ""}
          moments={moments}
          hasKeys={isActive}
        />
      </PlayerContext>
    </section>
  );
}

/** A date on two lines is hard to read. */
function unbroken(text: string): string {
  return text.replaceAll(" ", "\u00a0");
}

function difference(before: unknown, after: unknown): number | null {
  return typeof before === "number" && typeof after === "number" ? after - before : null;
}

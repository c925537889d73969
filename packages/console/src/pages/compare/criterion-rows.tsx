import type { Criterion } from "@call-analysis/sdk";
import type { Tone } from "../../ui/status.tsx";
import { Badge } from "../../ui/status.tsx";
import { type Player, PlayerContext } from "../scorecard/player.ts";
import { Result } from "../scorecard/result.tsx";
import { MomentText } from "../scorecard/sections.tsx";
import type { AlignedCriterion, Change } from "./alignment.ts";

const tones: Readonly<Record<Change, Tone>> = {
  worse: "bad",
  better: "good",
  changed: "warn",
  same: "neutral",
  "only in 1": "neutral",
  "only in 2": "neutral",
};

/** The criteria, each with both results. The times in a rationale play the recording of its call. */
export function CriterionRows({
  criteria,
  players,
}: {
  criteria: readonly AlignedCriterion[];
  players: readonly [Player, Player];
}) {
  return (
    <ul className="divide-y divide-line">
      {criteria.map(({ key, sectionName, question, first, second, change }) => (
        <li
          key={key}
          className="grid gap-x-6 gap-y-2 px-4 py-3 md:grid-cols-2 xl:grid-cols-[minmax(0,16rem)_minmax(0,1fr)_minmax(0,1fr)]"
        >
          <div className="flex min-w-0 flex-wrap items-start justify-between gap-x-3 gap-y-1 md:col-span-2 xl:col-span-1 xl:flex-col xl:justify-start">
            <div className="max-w-full min-w-0 flex-1 basis-48 xl:flex-none xl:basis-auto">
              <h3 className="font-medium break-words">{question}</h3>
              <p className="text-xs text-muted break-words">{sectionName}</p>
            </div>
            <Badge tone={tones[change]}>{change}</Badge>
          </div>
          <Side number={1} criterion={first} player={players[0]} />
          <Side number={2} criterion={second} player={players[1]} />
        </li>
      ))}
    </ul>
  );
}

function Side({ number, criterion, player }: { number: 1 | 2; criterion: Criterion | null; player: Player }) {
  return (
    <div className="grid min-w-0 grid-cols-[1rem_minmax(0,1fr)] gap-x-2">
      <span className="text-xs leading-5 font-semibold text-muted tabular-nums">
        <span className="sr-only">Call </span>
        {number}
      </span>
      <div className="min-w-0">
        {criterion ? (
          <PlayerContext value={player}>
            <Result result={criterion.result} />
            <p className="mt-1 text-muted break-words">
              <MomentText text={criterion.rationale ?? ""} />
            </p>
          </PlayerContext>
        ) : (
          <p className="text-muted">This call has no such criterion.</p>
        )}
      </div>
    </div>
  );
}

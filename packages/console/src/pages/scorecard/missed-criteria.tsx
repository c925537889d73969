/** The criteria that a call missed, with their moments in the recording. */
import type { Criterion, Section } from "@call-analysis/sdk";
import { Play } from "lucide-react";
import { positionText } from "../../ui/format.ts";
import { Panel } from "../../ui/page.tsx";
import { firstMoment } from "./moments.ts";
import { usePlayer, usePlayerState } from "./player.ts";
import { isMissed } from "./result.tsx";
import { criterionElementId } from "./sections.tsx";

/** The criteria, of a call that was assessed by some. */
export function MissedCriteria({ sections }: { sections: readonly Section[] }) {
  const missed = sections.flatMap(({ criterias }) => (criterias ?? []).filter(({ result }) => isMissed(result)));
  if (sections.every(({ criterias }) => !criterias?.length)) return null;
  if (missed.length === 0) return <p className="text-muted">No criterion was missed.</p>;
  return (
    <Panel title="Missed criteria" actions={<span className="text-xs text-muted tabular-nums">{missed.length}</span>}>
      <ul className="divide-y divide-line">
        {missed.map((criterion) => (
          <Missed key={criterion.criteriaId} criterion={criterion} />
        ))}
      </ul>
    </Panel>
  );
}

/** Its reason stands with the criterion, to which its question leads. */
function Missed({ criterion: { criteriaId, question, rationale } }: { criterion: Criterion }) {
  const player = usePlayer();
  const { durationSeconds, hasSound } = usePlayerState();
  const seconds = firstMoment(rationale ?? "", durationSeconds);
  const show = () => {
    const row = document.getElementById(criterionElementId(criteriaId));
    row?.scrollIntoView({ block: "center" });
    row?.focus({ preventScroll: true });
  };
  return (
    <li className="flex items-start justify-between gap-3 px-4 py-2">
      <button
        type="button"
        onClick={show}
        title="Show the reason"
        className="min-w-0 text-left wrap-anywhere hover:text-accent"
      >
        {question}
      </button>
      {seconds !== undefined && (
        <button
          type="button"
          aria-label={`${positionText(seconds)}: ${hasSound ? "hear why" : "when"} “${question}” was missed`}
          title={hasSound ? "Hear why" : "Go to this moment"}
          onClick={() => player.playFrom(seconds)}
          className="inline-flex items-center gap-1.5 rounded px-1 py-1 text-xs font-medium text-accent hover:bg-ink/5"
        >
          {hasSound && <Play size={12} fill="currentColor" aria-hidden />}
          <span className="font-mono tabular-nums">{positionText(seconds)}</span>
        </button>
      )}
    </li>
  );
}

/** What a call has missed, the moments that show it, and what to do better. */
import type { Criterion, Section } from "@call-analysis/sdk";
import { Play } from "lucide-react";
import { positionText } from "../../ui/format.ts";
import { Panel } from "../../ui/page.tsx";
import { firstMoment } from "./moments.ts";
import { usePlayer, usePlayerState } from "./player.ts";
import { isMissed } from "./result.tsx";
import { criterionElementId, MomentText } from "./sections.tsx";

/** The criteria and the advice; nothing when there is neither. */
export function MissedCriteria({ sections, advice }: { sections: readonly Section[]; advice: readonly string[] }) {
  const { durationSeconds } = usePlayerState();
  const missed = sections.flatMap(({ criterias }) => (criterias ?? []).filter(({ result }) => isMissed(result)));
  if (missed.length === 0 && advice.length === 0) return null;
  // Advice that names the moment of a criterion belongs to it. Of all other advice nobody says what it is for.
  const momentOf = (text: string | undefined) => firstMoment(text ?? "", durationSeconds);
  const adviceFor = ({ rationale }: Criterion) => {
    const seconds = momentOf(rationale);
    return seconds === undefined ? [] : advice.filter((text) => momentOf(text) === seconds);
  };
  const placed = new Set(missed.flatMap(adviceFor));
  const rest = advice.filter((text) => !placed.has(text));
  return (
    <Panel
      title={missed.length === 0 ? "Areas for improvement" : "Missed criteria"}
      actions={missed.length > 0 && <span className="text-xs text-muted tabular-nums">{missed.length}</span>}
    >
      <ul className="divide-y divide-line">
        {missed.map((criterion) => (
          <Missed key={criterion.criteriaId} criterion={criterion} advice={adviceFor(criterion)} />
        ))}
      </ul>
      {rest.length > 0 && (
        <div className={missed.length === 0 ? "px-4 py-3" : "border-t border-line px-4 py-3"}>
          {missed.length > 0 && <h3 className="mb-1.5 font-semibold">Areas for improvement</h3>}
          <ul className="flex list-disc flex-col gap-1.5 pl-4 marker:text-control">
            {rest.map((text) => (
              <li key={text}>
                <MomentText text={text} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}

/** Its reason stands with the criterion, to which its question leads. */
function Missed({
  criterion: { criteriaId, question, rationale },
  advice,
}: {
  criterion: Criterion;
  advice: string[];
}) {
  const player = usePlayer();
  const { durationSeconds } = usePlayerState();
  const seconds = firstMoment(rationale ?? "", durationSeconds);
  const show = () => {
    const row = document.getElementById(criterionElementId(criteriaId));
    row?.scrollIntoView({ block: "center" });
    row?.focus({ preventScroll: true });
  };
  return (
    <li className="flex items-start justify-between gap-3 px-4 py-2">
      <div className="min-w-0">
        <button type="button" onClick={show} title="Show the reason" className="text-left hover:text-accent">
          {question}
        </button>
        {advice.map((text) => (
          <p key={text} className="mt-0.5 text-xs text-muted">
            {text}
          </p>
        ))}
      </div>
      {seconds !== undefined && (
        <button
          type="button"
          aria-label={`${positionText(seconds)}: hear why “${question}” was missed`}
          title="Hear why"
          onClick={() => player.playFrom(seconds)}
          className="inline-flex items-center gap-1.5 rounded px-1 py-0.5 text-xs font-medium text-accent hover:bg-ink/5"
        >
          <Play size={12} fill="currentColor" aria-hidden />
          <span className="font-mono tabular-nums">{positionText(seconds)}</span>
        </button>
      )}
    </li>
  );
}

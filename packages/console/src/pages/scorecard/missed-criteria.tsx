/** The criteria that a call has missed, with the moments that explain why. */
import type { Section } from "@call-analysis/sdk";
import { Play } from "lucide-react";
import { positionText } from "../../ui/format.ts";
import { Panel } from "../../ui/page.tsx";
import { firstMoment } from "./moments.ts";
import { usePlayer, usePlayerState } from "./player.ts";
import { isMissed } from "./result.tsx";

/** The list; nothing when no criterion was missed. */
export function MissedCriteria({ sections }: { sections: readonly Section[] }) {
  const player = usePlayer();
  const { durationSeconds } = usePlayerState();
  const missed = sections.flatMap(({ criterias }) => (criterias ?? []).filter(({ result }) => isMissed(result)));
  if (missed.length === 0) return null;
  return (
    <Panel title="Missed criteria" actions={<span className="text-xs text-muted tabular-nums">{missed.length}</span>}>
      <ul className="divide-y divide-line">
        {missed.map(({ criteriaId, question, rationale }) => {
          const seconds = firstMoment(rationale ?? "", durationSeconds);
          return (
            <li key={criteriaId} className="flex items-start justify-between gap-3 px-4 py-2">
              <div className="min-w-0">
                <p>{question}</p>
                {rationale && <p className="mt-0.5 line-clamp-3 text-xs text-muted">{rationale}</p>}
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
        })}
      </ul>
    </Panel>
  );
}

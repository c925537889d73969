/** The sections of a scorecard, with their criteria. */
import type { Criterion, Section } from "@call-analysis/sdk";
import { Play } from "lucide-react";
import { numberText, positionText } from "../../ui/format.ts";
import { Panel } from "../../ui/page.tsx";
import { textParts } from "./moments.ts";
import { usePlayer, usePlayerState } from "./player.ts";
import { Result } from "./result.tsx";

/** All sections, in the order of the service. */
export function Sections({ sections }: { sections: readonly Section[] }) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {sections.map((section) => (
        <SectionPanel key={section.sectionId} section={section} />
      ))}
    </div>
  );
}

function SectionPanel({ section: { sectionName, score, totalScore, criterias } }: { section: Section }) {
  return (
    <Panel title={sectionName} actions={<SectionScore score={score} totalScore={totalScore} />}>
      <ul className="divide-y divide-line">
        {(criterias ?? []).map((criterion) => (
          <CriterionRow key={criterion.criteriaId} criterion={criterion} />
        ))}
      </ul>
    </Panel>
  );
}

function SectionScore({ score, totalScore }: { score: number; totalScore: number }) {
  const fraction = totalScore > 0 ? Math.min(1, Math.max(0, score / totalScore)) : 0;
  return (
    <span className="flex items-center gap-2.5 whitespace-nowrap tabular-nums">
      <span aria-hidden className="hidden h-1.5 w-20 overflow-hidden rounded-full bg-ink/10 sm:block">
        <span className="block h-full rounded-full bg-accent" style={{ width: `${fraction * 100}%` }} />
      </span>
      <span>
        <span className="font-semibold">{numberText(score)}</span>
        <span className="text-muted"> / {numberText(totalScore)}</span>
      </span>
    </span>
  );
}

function CriterionRow({ criterion: { criteriaId, question, result, rationale } }: { criterion: Criterion }) {
  return (
    <li
      id={criterionElementId(criteriaId)}
      tabIndex={-1}
      className="scroll-mt-20 px-4 py-3 outline-none target:bg-accent-soft focus:bg-accent-soft"
    >
      <div className="flex items-start justify-between gap-4">
        <h3 className="min-w-0 font-medium">{question}</h3>
        <span className="max-w-2/5 shrink-0">
          <Result result={result} />
        </span>
      </div>
      {rationale && (
        <p className="mt-1 max-w-prose whitespace-pre-line text-muted">
          <MomentText text={rationale} />
        </p>
      )}
    </li>
  );
}

/** Where a criterion stands in the page. */
export function criterionElementId(criteriaId: string): string {
  return `criterion-${criteriaId}`;
}

/** A text whose times play the recording from there. A time that comes again in the text is plain. */
export function MomentText({ text }: { text: string }) {
  const player = usePlayer();
  const { durationSeconds, hasSound } = usePlayerState();
  const parts = textParts(text, durationSeconds);
  return parts.map(({ text: part, seconds }, index) =>
    seconds === undefined || parts.findIndex((each) => each.seconds === seconds) < index ? (
      part
    ) : (
      <button
        // The parts of a text never change their order.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        key={index}
        type="button"
        aria-label={`Play from ${positionText(seconds)}`}
        onClick={() => player.playFrom(seconds)}
        className="inline-flex items-baseline gap-1 rounded bg-accent-soft px-1 font-mono text-[0.92em] text-accent hover:underline"
      >
        {hasSound && <Play size={9} fill="currentColor" aria-hidden />}
        {part}
      </button>
    ),
  );
}

/** The sections of a scorecard, with their criteria. */
import type { Criterion, Section } from "@call-analysis/sdk";
import { Play } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { numberText, positionText } from "../../ui/format.ts";
import { Panel } from "../../ui/page.tsx";
import { firstMoment, textParts } from "./moments.ts";
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

function CriterionRow({ criterion: { question, result, rationale } }: { criterion: Criterion }) {
  const { durationSeconds } = usePlayerState();
  const seconds = firstMoment(rationale ?? "", durationSeconds);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_fit-content(40%)] gap-x-4 gap-y-1 px-4 py-3">
      <h3 className="min-w-0 font-medium">{question}</h3>
      <span className="justify-self-end">
        <Result result={result} />
      </span>
      <p className="max-w-prose min-w-0 text-muted">
        <MomentText text={rationale ?? ""} />
      </p>
      {seconds !== undefined && <PlayFrom seconds={seconds} />}
    </li>
  );
}

function PlayFrom({ seconds }: { seconds: number }) {
  const player = usePlayer();
  return (
    <Button
      isSmall
      variant="ghost"
      className="self-end justify-self-end text-accent"
      aria-label={`Play from ${positionText(seconds)}`}
      icon={<Play size={12} fill="currentColor" aria-hidden />}
      onClick={() => player.playFrom(seconds)}
    >
      <span className="font-mono tabular-nums">{positionText(seconds)}</span>
    </Button>
  );
}

/** A text whose times play the recording from there. */
export function MomentText({ text }: { text: string }) {
  const player = usePlayer();
  const { durationSeconds } = usePlayerState();
  return textParts(text, durationSeconds).map(({ text: part, seconds }, index) =>
    seconds === undefined ? (
      part
    ) : (
      <button
        // The parts of a text never change their order.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        key={index}
        type="button"
        onClick={() => player.playFrom(seconds)}
        className={classNames(
          "rounded font-mono text-[0.92em] text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent",
        )}
      >
        {part}
      </button>
    ),
  );
}

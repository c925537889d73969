/** The result of a call as a whole: score, outcome, summary, what was extracted, and what was stored with it. */
import type { CompletedCall } from "@call-analysis/sdk";
import { numberText } from "../../ui/format.ts";
import { Panel } from "../../ui/page.tsx";
import { Badge } from "../../ui/status.tsx";
import { CreationFields, Fields } from "./fields.tsx";
import { MissedCriteria } from "./missed-criteria.tsx";
import { MomentText } from "./sections.tsx";

/** The column. Fields that the service omits are omitted here. */
export function SummaryColumn({ call: { analysis, metadata } }: { call: CompletedCall }) {
  const { score, outcomeLabel, outcomeRationale, callObservations, areasForImprovement, extractions } = analysis;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Panel className="p-4">
        <div className="flex items-end justify-between gap-4">
          <div>
            <p className="text-xs font-medium text-muted">Score</p>
            <p className="text-score font-semibold tracking-tight tabular-nums">
              {typeof score === "number" ? numberText(score) : "–"}
            </p>
          </div>
          {outcomeLabel && (
            <span className="min-w-0">
              <Badge tone="accent" isOfService>
                {outcomeLabel}
              </Badge>
            </span>
          )}
        </div>
        {outcomeRationale && (
          <p className="mt-3 whitespace-pre-line">
            <MomentText text={outcomeRationale} />
          </p>
        )}
      </Panel>
      <MissedCriteria sections={analysis.sections ?? []} />
      {metadata?.summary && (
        <Panel title="Summary">
          <p className="p-4 whitespace-pre-line">
            <MomentText text={metadata.summary} />
          </p>
        </Panel>
      )}
      <Fields title="Extractions" value={extractions} />
      <Texts title="Observations" value={callObservations} />
      <Texts title="Areas for improvement" value={areasForImprovement} />
      <CreationFields audioUrl={metadata?.audioUrl} udfs={metadata?.udfs} />
    </div>
  );
}

/** The specification does not show the shape of these: lists of texts are written as such, all else as fields. */
function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function Texts({ title, value }: { title: string; value: unknown }) {
  if (!areTexts(value)) return <Fields title={title} value={value} />;
  if (value.length === 0) return null;
  return (
    <Panel title={title}>
      <ul className="flex list-disc flex-col gap-2 py-3 pr-4 pl-8 marker:text-control">
        {value.map((text) => (
          <li key={text}>
            <MomentText text={text} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

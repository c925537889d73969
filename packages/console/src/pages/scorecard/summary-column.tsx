/** The result of a call as a whole: score, outcome, summary, what was extracted, and what was stored with it. */
import type { CompletedCall } from "@call-analysis/sdk";
import { useQuery } from "@tanstack/react-query";
import { useConnection } from "../../connection/connection.ts";
import type { ListedCall } from "../../connection/control.ts";
import { categoryQuery } from "../../data/queries.ts";
import { numberText } from "../../ui/format.ts";
import { Panel } from "../../ui/page.tsx";
import { Badge } from "../../ui/status.tsx";
import { CreationFields, Fields } from "./fields.tsx";
import { MissedCriteria } from "./missed-criteria.tsx";
import { MomentText } from "./sections.tsx";

/** The column. Fields that the service omits are omitted here. */
export function SummaryColumn({
  call: { analysis, metadata },
  listed,
}: {
  call: CompletedCall;
  listed: ListedCall | undefined;
}) {
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
        {outcomeLabel && <OutcomeMeaning outcomeLabel={outcomeLabel} listed={listed} />}
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

/** The category's description of the outcome. The rationale next to it says why the call has this outcome. */
function OutcomeMeaning({ outcomeLabel, listed }: { outcomeLabel: string; listed: ListedCall | undefined }) {
  const connection = useConnection();
  const categoryId = listed?.categoryId ?? "";
  const category = useQuery({ ...categoryQuery(connection, categoryId), enabled: categoryId !== "" }).data;
  const description = category?.possibleOutcomes?.find(({ label }) => label === outcomeLabel)?.description;
  return description && <p className="mt-3 text-muted">{description}</p>;
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

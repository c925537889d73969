/** The configuration of a category, part by part. Fields that the specification does not have are shown as they are. */
import type { AnalysisPointer, CategoryDetail, ExtractionField, PossibleOutcome } from "@call-analysis/sdk";
import type { ReactNode } from "react";
import { countText } from "../../ui/format.ts";
import { Panel } from "../../ui/page.tsx";
import { RawValue } from "../../ui/raw-value.tsx";
import { Badge } from "../../ui/status.tsx";
import { Fields } from "../scorecard/fields.tsx";
import { unknownFields } from "./unknown-fields.ts";

/** All parts. */
export function Configuration({ category }: { category: CategoryDetail }) {
  const { analysisPointers, possibleOutcomes, extractionFields, targetingRules, tagTargets } = category;
  return (
    <div className="grid min-w-0 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <div className="flex min-w-0 flex-col gap-4">
        <SectionsPanel sections={analysisPointers ?? []} />
        <ExtractionsPanel fields={extractionFields ?? []} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <PurposePanel category={category} />
        <OutcomesPanel outcomes={possibleOutcomes ?? []} />
        <RulesPanel rules={targetingRules ?? []} sections={analysisPointers ?? []} />
        <TagsPanel tags={tagTargets ?? []} />
        <Fields title="Other fields" value={Object.fromEntries(unknownFields("category", category))} />
      </div>
    </div>
  );
}

function PurposePanel({ category: { intendedPurpose, additionalLLMContext } }: { category: CategoryDetail }) {
  return (
    <Panel title="Purpose">
      <div className="flex flex-col gap-3 p-4">
        <RawValue value={intendedPurpose} />
        <div>
          <h3 className="mb-0.5 text-xs font-medium text-muted">Context for the analysis</h3>
          <RawValue value={additionalLLMContext} />
        </div>
      </div>
    </Panel>
  );
}

function SectionsPanel({ sections }: { sections: readonly AnalysisPointer[] }) {
  const count = sections.reduce((sum, { criterias }) => sum + (criterias ?? []).length, 0);
  return (
    <Panel title="Sections and criteria" actions={<Count text={countText(count, "criterion", "criteria")} />}>
      <Items list={sections} none="Calls of this category are analysed without sections.">
        {(section) => (
          <div key={section.id} className="px-4 py-3">
            <h3 className="flex flex-wrap items-baseline gap-x-2 font-semibold">
              <span className="min-w-0">{section.sectionName}</span> <Id text={section.sectionId} />
            </h3>
            <ol className="mt-2 flex list-decimal flex-col gap-2 pl-6 marker:text-muted marker:tabular-nums">
              {(section.criterias ?? []).map((criterion) => (
                <li key={criterion.id} className="pl-1">
                  <span className="break-words">{criterion.question}</span> <Id text={criterion.criteriaId} />
                  <OtherFields of="criterion" item={criterion} />
                </li>
              ))}
            </ol>
            <OtherFields of="section" item={section} />
          </div>
        )}
      </Items>
    </Panel>
  );
}

function OutcomesPanel({ outcomes }: { outcomes: readonly PossibleOutcome[] }) {
  return (
    <Panel title="Possible outcomes" actions={<Count text={countText(outcomes.length, "outcome")} />}>
      <Items list={outcomes} none="No outcome is determined.">
        {(outcome) => (
          <div key={outcome.id} className="px-4 py-2.5">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="min-w-0 font-medium">{outcome.label}</span>
              <OutcomeKind outcome={outcome} />
            </p>
            {outcome.description && <p className="mt-0.5 text-muted break-words">{outcome.description}</p>}
            <OtherFields of="outcome" item={outcome} />
          </div>
        )}
      </Items>
    </Panel>
  );
}

function OutcomeKind({ outcome: { isSuccess, isNotApplicable } }: { outcome: PossibleOutcome }) {
  if (isNotApplicable) return <Badge>not applicable</Badge>;
  return isSuccess ? <Badge tone="good">success</Badge> : <Badge>no success</Badge>;
}

function ExtractionsPanel({ fields }: { fields: readonly ExtractionField[] }) {
  return (
    <Panel title="Extraction fields" actions={<Count text={countText(fields.length, "field")} />}>
      <Items list={fields} none="Nothing is extracted from these calls.">
        {(field) => (
          <div key={field.id} className="grid gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[minmax(0,13rem)_minmax(0,1fr)]">
            <div className="min-w-0">
              <p className="font-medium break-words">{field.displayName}</p>
              <Id text={field.fieldName} />
            </div>
            <div className="min-w-0">
              <p className="flex flex-wrap gap-1.5">
                <Badge>{field.fieldType}</Badge>
                {field.required && <Badge tone="accent">required</Badge>}
              </p>
              {field.description && <p className="mt-1 text-muted break-words">{field.description}</p>}
              <AllowedValues field={field} />
              <OtherFields of="field" item={field} />
            </div>
          </div>
        )}
      </Items>
    </Panel>
  );
}

function AllowedValues({ field: { enumOptions, enumValues } }: { field: ExtractionField }) {
  const hints = new Map((enumOptions ?? []).map(({ value, hint }) => [value, hint]));
  const values = [...new Set([...hints.keys(), ...(enumValues ?? [])])];
  if (values.length === 0) return null;
  return (
    <ul aria-label="Allowed values" className="mt-1.5 flex flex-col gap-0.5">
      {values.map((value) => (
        <li key={value} className="break-words">
          <code className="font-mono text-xs">{value}</code>
          {hints.get(value) && <span className="text-muted"> – {hints.get(value)}</span>}
        </li>
      ))}
    </ul>
  );
}

function RulesPanel({
  rules,
  sections,
}: {
  rules: CategoryDetail["targetingRules"];
  sections: readonly AnalysisPointer[];
}) {
  const nameOf = (id: string) =>
    sections.find((section) => section.sectionId === id || section.id === id)?.sectionName ?? id;
  return (
    <Panel title="Targeting rules" actions={<Count text={countText(rules.length, "rule")} />}>
      <Items list={rules} none="Every section applies to every call.">
        {(rule) => (
          <div key={`${rule.targetType} ${rule.targetId}`} className="px-4 py-2.5">
            <p className="break-words">
              <span className="text-muted">{rule.targetType}</span>{" "}
              <span className="font-medium">{nameOf(rule.targetId)}</span>
            </p>
            <p className="text-muted">
              {rule.expression === null ? "without a condition" : <RawValue value={rule.expression} />}
            </p>
            <OtherFields of="rule" item={rule} />
          </div>
        )}
      </Items>
    </Panel>
  );
}

function TagsPanel({ tags }: { tags: CategoryDetail["tagTargets"] }) {
  return (
    <Panel title="Tags" actions={<Count text={countText(tags.length, "tag")} />}>
      <Items list={tags} none="There are no tags.">
        {(tag) => (
          <div key={tag.id} className="px-4 py-2.5">
            <p className="break-words">
              {tag.displayName} <Id text={tag.slug} />
            </p>
            <OtherFields of="tag" item={tag} />
          </div>
        )}
      </Items>
    </Panel>
  );
}

function Items<Item>({
  list,
  none,
  children,
}: {
  list: readonly Item[];
  none: string;
  children: (item: Item) => ReactNode;
}) {
  if (list.length === 0) return <p className="px-4 py-3 text-muted">{none}</p>;
  return <div className="divide-y divide-line">{list.map(children)}</div>;
}

function Count({ text }: { text: string }) {
  return <span className="text-xs whitespace-nowrap text-muted tabular-nums">{text}</span>;
}

function Id({ text }: { text: string }) {
  return <code className="inline-block max-w-full font-mono text-xs font-normal wrap-anywhere text-muted">{text}</code>;
}

/** Fields of the configuration that the specification does not have. */
function OtherFields({ of, item }: { of: Parameters<typeof unknownFields>[0]; item: object }) {
  const entries = unknownFields(of, item);
  if (entries.length === 0) return null;
  return (
    <details className="mt-1">
      <summary className="w-fit rounded py-1 text-xs text-muted hover:text-ink">
        {entries.map(([name]) => name).join(", ")}
      </summary>
      <dl className="mt-1.5 rounded border border-line bg-canvas text-xs">
        {entries.map(([name, value]) => (
          <div key={name} className="px-3 py-1.5">
            <dt className="font-mono break-words text-muted">{name}</dt>
            <dd className="min-w-0">
              <FieldValue value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Texts as a list, parts by their names, and any other value as it is. */
function FieldValue({ value }: { value: unknown }): ReactNode {
  if (Array.isArray(value) && value.every((item) => typeof item === "string"))
    return (
      <ul className="flex list-disc flex-col gap-1 pl-4 marker:text-control">
        {value.map((text) => (
          <li key={text} className="break-words whitespace-pre-line">
            {text}
          </li>
        ))}
      </ul>
    );
  if (Array.isArray(value) || typeof value !== "object" || value === null) return <RawValue value={value} />;
  return Object.entries(value).map(([name, part]) => (
    <div key={name} className="mb-1">
      <span className="font-mono text-xs break-words text-muted">{name}</span> <FieldValue value={part} />
    </div>
  ));
}

/**
 * What the specification says of answers, and what is assumed where it is silent. Each check is one line of a table. What a
 * check reads is not known to have its type: one that throws finds nothing, for the schema's finding says it.
 */
import type { components } from "@call-analysis/sdk";
import type { ReadOperation } from "./answers.js";

type Schemas = components["schemas"];

/** One statement about the answer to an operation. Its texts contain nothing of an answer. */
export interface Check<Data> {
  /** `assumption`: the specification is silent, and `ASSUMPTIONS.md` has a row. */
  kind: "violation" | "assumption";
  operation: ReadOperation;
  place: string;
  expected: string;
  isMet: (data: Data) => boolean;
}

type Row<Data> = [place: string, expected: string, isMet: (data: Data) => boolean];

const checksOf = <Data>(
  operation: ReadOperation,
  kind: Check<Data>["kind"],
  rows: readonly Row<Data>[],
): Check<Data>[] => rows.map(([place, expected, isMet]) => ({ kind, operation, place, expected, isMet }));

/** @see the specification's section 2, Agent */
export const agentChecks = [
  ...checksOf<Schemas["Agent"][]>("listAgents", "violation", [
    ["data[].id", "each id once", (agents) => areUnique(agents.map(({ id }) => id))],
  ]),
  ...checksOf<Schemas["Agent"][]>("listAgents", "assumption", [
    [
      "data[].createdAt",
      "the oldest first (list-paging)",
      (agents) => areAscending(agents.map(({ createdAt }) => createdAt)),
    ],
  ]),
];

/** @see the specification's section 2, Category */
export const categoryListChecks = checksOf<Schemas["Category"][]>("listCategories", "violation", [
  ["data[].id", "each id once", (categories) => areUnique(categories.map(({ id }) => id))],
]);

/** A category as it was read, and as the list shows it. */
export interface ReadCategory {
  detail: Schemas["CategoryDetail"];
  listed: Schemas["Category"] | undefined;
}

const listFields = ["name", "description", "icon", "createdAt", "updatedAt"] as const;

/** @see the specification's section 2, Category detail */
export const categoryChecks = [
  ...checksOf<ReadCategory>("getCategory", "violation", [
    ...listFields.map(
      (field): Row<ReadCategory> => [
        `data.${field}`,
        "the same as in the list",
        ({ detail, listed }) => !listed || isSame(detail[field], listed[field]),
      ],
    ),
    [
      "data.analysisPointers[].sectionId",
      "each id once",
      ({ detail }) => areUnique(detail.analysisPointers.map(({ sectionId }) => sectionId)),
    ],
    [
      "data.analysisPointers[].criterias[].criteriaId",
      "each id once in its section",
      ({ detail }) =>
        detail.analysisPointers.every(({ criterias }) => areUnique(criterias.map(({ criteriaId }) => criteriaId))),
    ],
    [
      "data.analysisPointers[].criterias[].question",
      "a question",
      ({ detail }) =>
        detail.analysisPointers.every(({ criterias }) => criterias.every(({ question }) => question !== "")),
    ],
  ]),
  ...checksOf<ReadCategory>("getCategory", "assumption", [
    [
      "data.extractionFields[].fieldType",
      "words such as string, number and enum (field-types)",
      ({ detail: { extractionFields: fields } }) =>
        fields.length === 0 || fields.some(({ fieldType }) => /^(?:string|number|boolean|date|enum)$/.test(fieldType)),
    ],
    [
      "data.targetingRules",
      "targetType section, expression null (targeting-rules)",
      ({ detail }) =>
        detail.targetingRules.every(({ targetType, expression }) => targetType === "section" && expression === null),
    ],
  ]),
];

const knownStatuses = /^(?:processing|pending|completed|failed|error|cancelled|canceled|rejected|expired)$/;

/** Checks of any call, completed or not. */
export const statusChecks = [
  ...checksOf<Schemas["AnalysisSnapshot"]>("getCallAnalysis", "violation", [
    [
      "data.status",
      "processing, pending and completed in small letters",
      ({ status }) => !/^\s*(?:processing|pending|completed)\s*$/i.test(status) || knownStatuses.test(status),
    ],
  ]),
  ...checksOf<Schemas["AnalysisSnapshot"]>("getCallAnalysis", "assumption", [
    [
      "data.status",
      "completed, processing, pending or failed (call-statuses)",
      ({ status }) => /^\s*(?:processing|pending|completed|failed)\s*$/i.test(status),
    ],
    [
      "data.analysis",
      "null before completion (before-completion)",
      ({ status, analysis }) => !/^(?:processing|pending)$/.test(status) || analysis === null,
    ],
  ]),
];

/** A completed call, with its category where that is the one that was read. */
export interface AnalyzedCall {
  call: Schemas["CompletedCall"];
  category: Schemas["CategoryDetail"] | undefined;
}

/** No call takes longer in seconds, and none is shorter in milliseconds. */
const longestSeconds = 4 * 3_600;

const sections = "data.analysis.sections";
const results =
  /^(?:yes|no|partially|not applicable|\d+|well|fairly|poorly|answered|partially answered|not answered)$/i;

/** @see the specification's section 2, Call analysis */
export const callChecks = [
  ...checksOf<AnalyzedCall>("getCallAnalysis", "violation", [
    [sections, "one at least", ({ call }) => call.analysis.sections.length > 0],
    ["data.metadata.audioUrl", "the recording's address", ({ call }) => call.metadata.audioUrl !== ""],
    [
      sections,
      "the sections and criteria of the category, in its order",
      ({ call, category }) => !category || isSame(outline(call.analysis.sections), outline(category.analysisPointers)),
    ],
    [
      "data.analysis.outcomeLabel",
      "one of the category's possible outcomes",
      ({ call, category }) =>
        !category || category.possibleOutcomes.some(({ label }) => label === call.analysis.outcomeLabel),
    ],
  ]),
  ...checksOf<AnalyzedCall>("getCallAnalysis", "assumption", [
    [
      `${sections}[].score`,
      "between 0 and the total (section-scores)",
      ({ call }) => call.analysis.sections.every(({ score, totalScore }) => score >= 0 && score <= totalScore),
    ],
    [
      `${sections}[].totalScore`,
      "one point a criterion at most (section-scores)",
      ({ call }) => call.analysis.sections.every(({ totalScore, criterias }) => totalScore <= criterias.length),
    ],
    ["data.analysis.score", "the sections' points in percent (score-scale)", ({ call }) => isPercent(call.analysis)],
    [
      `${sections}[].criterias[].result`,
      "words such as Yes, Partially, No and Not applicable (criterion-results)",
      ({ call }) =>
        call.analysis.sections.every(({ criterias }) => criterias.every(({ result }) => results.test(result))),
    ],
    ...(["callObservations", "areasForImprovement", "extractions"] as const).map(
      (field): Row<AnalyzedCall> => [
        `data.analysis.${field}`,
        "null (undocumented-fields)",
        ({ call }) => call.analysis[field] === null,
      ],
    ),
    [
      "data.metadata.date",
      "the same as createdAt (metadata-date)",
      ({ call: { metadata } }) => metadata.date === metadata.createdAt,
    ],
    [
      "data.metadata.updatedAt",
      "the same as createdAt (metadata-updated-at)",
      ({ call: { metadata } }) => metadata.updatedAt === metadata.createdAt,
    ],
    ["data.metadata.duration", "seconds (duration-unit)", ({ call }) => call.metadata.duration <= longestSeconds],
  ]),
];

function isPercent({ score, sections: all }: Schemas["Analysis"]): boolean {
  const total = all.reduce((sum, { totalScore }) => sum + totalScore, 0);
  const points = all.reduce((sum, section) => sum + section.score, 0);
  return Math.abs(score - (100 * points) / Math.max(total, 1)) <= 0.05;
}

type Outlined = Pick<Schemas["Section"], "sectionId" | "sectionName"> & {
  criterias: readonly Pick<Schemas["Criterion"], "criteriaId" | "question">[];
};

function outline(all: readonly Outlined[]): unknown {
  return all.map(({ sectionId, sectionName, criterias }) => {
    return [sectionId, sectionName, criterias.map(({ criteriaId, question }) => [criteriaId, question])];
  });
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function areUnique(ids: readonly string[]): boolean {
  return new Set(ids).size === ids.length;
}

function areAscending(times: readonly string[]): boolean {
  const found = times.map((time) => Date.parse(time));
  return found.every((time, index) => time >= (found[index - 1] ?? time));
}

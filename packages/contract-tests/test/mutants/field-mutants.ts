import { alterSuccess, type Mutant } from "./mutant.ts";

const remove = () => undefined;
const zero = () => 0;
const empty = () => "";
const asNull = () => null;

/** Mutants of single fields of responses. */
export const fieldMutants: readonly Mutant[] = [
  {
    name: "completed calls are done",
    statements: ["2.call-analysis.status", "3.status"],
    apply: alterSuccess("getCallAnalysis", "data.status", (status) => (status === "completed" ? "done" : status)),
  },
  {
    name: "the metadata is missing",
    statements: ["1.result", "2.call-analysis.metadata"],
    apply: alterSuccess("getCallAnalysis", "data.metadata", remove),
  },
  {
    name: "an analysis response has one more field",
    statements: ["4.GET /calls/{callId}/analysis"],
    apply: alterSuccess("getCallAnalysis", "data.organizationId", () => "org_1"),
  },
  ...removed("getCallAnalysis", {
    "data.analysis.callObservations": ["2.analysis.callObservations"],
    "data.analysis.areasForImprovement": ["2.analysis.areasForImprovement"],
    "data.metadata.audioUrl": ["2.metadata.audioUrl"],
    "data.metadata.date": ["2.metadata.date"],
    "data.metadata.createdAt": ["2.timestamps"],
    "data.analysis.sections[].sectionId": ["2.section-result.sectionId"],
    "data.analysis.sections[].criterias[].criteriaId": ["2.criterion-result.criteriaId"],
  }),
  ...emptied("getCallAnalysis", {
    "data.analysis.outcomeRationale": ["2.analysis.outcomeRationale"],
    "data.metadata.summary": ["2.metadata.summary"],
    "data.analysis.sections[].criterias[].result": ["2.criterion-result.result"],
    "data.analysis.sections[].criterias[].rationale": ["2.criterion-result.rationale"],
  }),
  {
    name: "every recording has no duration",
    statements: ["2.metadata.duration"],
    apply: alterSuccess("getCallAnalysis", "data.metadata.duration", zero),
  },
  {
    name: "a section has a total of 0",
    statements: ["2.section-result.totalScore"],
    apply: alterSuccess("getCallAnalysis", "data.analysis.sections[].totalScore", zero),
  },
  {
    name: "every category has the same id",
    statements: ["2.category.id"],
    apply: alterSuccess("listCategories", "data[].id", () => "cat_1"),
  },
  ...nulled("listCategories", {
    "data[].name": ["2.category.name"],
    "data[].description": ["2.category.description"],
    "data[].icon": ["2.category.icon"],
    "data[].createdAt": ["2.category.createdAt", "2.timestamps"],
    "data[].updatedAt": ["2.category.updatedAt", "2.timestamps"],
  }),
  {
    name: "the list of categories has the configurations",
    statements: ["2.category.fields"],
    apply: alterSuccess("listCategories", "data[].possibleOutcomes", () => []),
  },
  {
    name: "the list of categories lacks the first",
    statements: ["4.GET /categories"],
    apply: alterSuccess("listCategories", "data", (list) => (Array.isArray(list) ? list.slice(1) : list)),
  },
  ...nulled("getCategory", {
    "data.intendedPurpose": ["2.category-detail.intendedPurpose"],
    "data.additionalLLMContext": ["2.category-detail.additionalLLMContext"],
  }),
  ...removed("getCategory", {
    "data.icon": ["2.category-detail.list-item"],
    "data.possibleOutcomes[].isNotApplicable": ["2.category-detail.possibleOutcomes"],
    "data.analysisPointers[].criterias[].criteriaId": ["2.category-detail.analysisPointers"],
    "data.extractionFields[].required": ["2.category-detail.extractionFields"],
    "data.tagTargets[].slug": ["2.category-detail.tagTargets"],
  }),
  {
    name: "createUploadUrl also returns when the grant ends",
    statements: ["4.POST /calls/presigned-url"],
    apply: alterSuccess("createUploadUrl", "data.expiresAt", () => "2026-01-31T10:00:00.000Z"),
  },
];

type Operation = Parameters<typeof alterSuccess>[0];

/** Paths in an operation's success, and the statements that do not hold without what is there. */
type StatementsByPath = Readonly<Record<string, readonly string[]>>;

function removed(operation: Operation, paths: StatementsByPath): Mutant[] {
  return changed(operation, paths, { what: "is missing", change: remove });
}

function emptied(operation: Operation, paths: StatementsByPath): Mutant[] {
  return changed(operation, paths, { what: "is an empty text", change: empty });
}

function nulled(operation: Operation, paths: StatementsByPath): Mutant[] {
  return changed(operation, paths, { what: "is null", change: asNull });
}

function changed(
  operation: Operation,
  paths: StatementsByPath,
  { what, change }: { what: string; change: (value: unknown) => unknown },
): Mutant[] {
  return Object.entries(paths).map(([path, statements]) => ({
    name: `${path} of ${operation} ${what}`,
    statements,
    apply: alterSuccess(operation, path, change),
  }));
}

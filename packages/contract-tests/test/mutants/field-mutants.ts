import { documentedOperations } from "../../src/contract/openapi-document.ts";
import { statedFieldsOf } from "../../src/specification/stated-fields.ts";
import { alterStatus, alterSuccess, type Mutant, mutantsOf } from "./mutant.ts";

/** For each operation and each field that a statement is about, a fake that leaves the field out. */
const missingFields: readonly Mutant[] = documentedOperations.flatMap(({ operationId }) =>
  statedFieldsOf(operationId).map(({ path, statement }) => ({
    name: `${path} of ${operationId} is missing`,
    statements: [statement],
    apply: alterSuccess(operationId, path, () => undefined),
  })),
);

/** For each operation, a fake whose success has a status that the document does not have. */
const otherStatuses: readonly Mutant[] = documentedOperations.map(({ operationId, method, path, success }) => ({
  name: `${operationId} succeeds with the status 207`,
  statements: [`4.${method} ${path}`, ...(success.isAssumed ? [] : ["7.success"])],
  apply: alterStatus(operationId, success.status, 207),
}));

/** Texts that say nothing, and a duration of 0. */
const emptyFields: readonly Mutant[] = Object.entries({
  "analysis.outcomeRationale": { value: "", statement: "2.analysis.outcomeRationale" },
  "metadata.summary": { value: "", statement: "2.metadata.summary" },
  "analysis.sections[].criterias[].result": { value: "", statement: "2.criterion-result.result" },
  "analysis.sections[].criterias[].rationale": { value: "", statement: "2.criterion-result.rationale" },
  "metadata.duration": { value: 0, statement: "2.metadata.duration" },
}).map(([path, { value, statement }]) => ({
  name: `${path} is empty`,
  statements: [statement],
  apply: alterSuccess("getCallAnalysis", `data.${path}`, () => value),
}));

/** Timestamps in Indian time. */
const indianTimes: readonly Mutant[] = (
  [
    ["listAgents", "data[].createdAt"],
    ["listCategories", "data[].createdAt"],
    ["listCategories", "data[].updatedAt"],
    ["getCallAnalysis", "data.metadata.createdAt"],
    ["getCallAnalysis", "data.metadata.updatedAt"],
  ] as const
).map(([operation, path]) => ({
  name: `${path} of ${operation} is in Indian time`,
  statements: ["2.timestamps"],
  apply: alterSuccess(operation, path, (text) => String(text).replace("Z", "+05:30")),
}));

/** Mutants of single fields of responses. */
export const fieldMutants: readonly Mutant[] = [
  ...missingFields,
  ...otherStatuses,
  ...emptyFields,
  ...indianTimes,
  ...mutantsOf({
    "2.call-analysis.status": {
      "completed calls are done": alterSuccess("getCallAnalysis", "data.status", (status) =>
        status === "completed" ? "done" : status,
      ),
    },
    "4.GET /calls/{callId}/analysis": {
      "an analysis response has one more field": alterSuccess("getCallAnalysis", "data.organizationId", () => "org_1"),
    },
    "2.category.id": {
      "every category has the same id": alterSuccess("listCategories", "data[].id", () => "cat_1"),
    },
    "2.category.fields": {
      "the list of categories has the configurations": alterSuccess(
        "listCategories",
        "data[].possibleOutcomes",
        () => [],
      ),
    },
    "4.GET /categories": {
      "the list of categories is empty": alterSuccess("listCategories", "data", () => []),
    },
    "4.POST /calls/presigned-url": {
      "createUploadUrl also returns when the grant ends": alterSuccess(
        "createUploadUrl",
        "data.expiresAt",
        () => "2026-01-31T10:00:00.000Z",
      ),
    },
  }),
];

/** The schema of seed data. The JSON Schema that the package ships for editors is generated from it. */
import type { Analysis, CallMetadata } from "@call-analysis/sdk";
import { schemas } from "@call-analysis/sdk/schemas";
import * as z from "zod";
import { isAddress } from "../core/addresses.js";
import { unknownName } from "../core/check-shape.js";
import { policiesSchema } from "../core/policies.js";
import { hasYear } from "../domain/call-dates.js";
import { categoryReviewShape, criterionReviewShape, outcomeReviewShape } from "../engine/review-schema.js";
import { ruleSchema } from "../rules/rule.js";

const text = (description: string) => z.string().describe(description);

const named = (description: string) => z.string().regex(/\S/, { error: "must not be empty" }).describe(description);

/** The schema of an id. Ids are parts of URLs, in which `.` and `..` have another meaning. */
export const rowId = z
  .string()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses.
  .regex(/^(?!\.{1,2}$)(?=.*\S)[^\u0000-\u001f\u007f]+$/, {
    error: 'must not be empty, "." or "..", and must not have control characters',
  });

const id = rowId
  .describe("The row's id, kept unchanged. By default, an id derived from the service's seed.")
  .optional();

const timestamp = z.iso
  .datetime({
    offset: true,
    error: "must be a time in ISO 8601 with a zone, such as 2026-01-31T10:00:00Z",
    abort: true,
  })
  .refine(hasYear, { error: "must be in the years 0 to 9999 (UTC)" })
  .describe("An ISO 8601 time with a zone, stored in UTC. Default: the service's time.")
  .optional();

/** A list of rows with unique values in one of these fields, which other parts use as names. */
const uniqueList = <Row extends z.ZodType<object>>(row: Row, ...fields: string[]) =>
  z.array(row).superRefine((rows, context) => {
    for (const field of fields) {
      const values = rows.map((each): unknown => Reflect.get(each, field));
      for (const [index, value] of values.entries()) {
        const first = values.indexOf(value);
        if (value === undefined || first === index) continue;
        const message = `is already the ${field} of item ${first + 1} in the list`;
        context.addIssue({ code: "custom", path: [index, field], message });
      }
    }
  });

// Each row has the fields of the contract, of which only those that are named here with their own schema may be required.

const agent = z.strictObject({
  ...schemas.Agent.partial().shape,
  id,
  userId: id,
  name: named("The agent's full name."),
  email: text("The e-mail of the agent's account. No other agent of the organization may have it."),
  image: z.stringFormat("uri", isAddress, { error: "must be a URL" }).describe("The URL of a picture.").optional(),
  createdAt: timestamp,
});

const outcome = z.strictObject({
  ...schemas.PossibleOutcome.partial().shape,
  id,
  label: named("The outcome's name in an analysis."),
  ...outcomeReviewShape,
});

const criterion = z.strictObject({
  ...schemas.CriterionDefinition.partial().shape,
  id,
  criteriaId: id,
  question: named("The question that an analysis answers."),
  ...criterionReviewShape,
});

const section = z.strictObject({
  ...schemas.AnalysisPointer.partial().shape,
  id,
  sectionId: id,
  sectionName: named("The name of the section."),
  // Several sections can have the same criterion.
  criterias: uniqueList(criterion, "id", "criteriaId").describe("The questions of the section.").optional(),
});

const extractionField = z.strictObject({
  ...schemas.ExtractionField.partial().shape,
  id,
  fieldName: named("The name of this value in `extractions`."),
  fieldType: text("The type, such as string, number, boolean, date or enum. Default: string.").optional(),
});

const targetingRule = z.strictObject({
  ...schemas.TargetingRule.partial().shape,
  targetId: text("For the targetType section, a sectionId."),
  expression: z.unknown().optional(),
});

const tagTarget = z.strictObject({
  ...schemas.TagTarget.partial().shape,
  id,
  displayName: named("The name of the tag."),
});

const categoryFields = z.strictObject({
  ...schemas.CategoryDetail.partial().shape,
  id,
  name: named("The category's name."),
  createdAt: timestamp,
  updatedAt: timestamp,
  possibleOutcomes: uniqueList(outcome, "id", "label").optional(),
  analysisPointers: uniqueList(section, "id", "sectionId").describe("The sections of an analysis.").optional(),
  extractionFields: uniqueList(extractionField, "id", "fieldName").optional(),
  targetingRules: z.array(targetingRule).describe("Without rules, every section counts.").optional(),
  tagTargets: uniqueList(tagTarget, "id").optional(),
  ...categoryReviewShape,
});

/** A category. Names that its parts use must exist. */
const category = categoryFields.superRefine((given, context) => {
  const { possibleOutcomes = [], analysisPointers = [], extractionFields = [], targetingRules = [] } = given;
  const fieldNames = extractionFields.map((each) => each.fieldName);
  const sections = analysisPointers.flatMap(({ sectionId = [] }) => sectionId);
  const criteria = analysisPointers.flatMap(({ criterias = [] }) => criterias.flatMap((each) => each.criteriaId ?? []));
  const check = (path: PropertyKey[], name: string, { what, known }: { what: string; known: readonly string[] }) => {
    if (known.includes(name)) return;
    context.addIssue({ code: "custom", path, message: unknownName(name, { what: `${what} of the category`, known }) });
  };
  const isField = { what: "an extraction field", known: fieldNames };
  for (const [index, { targetType = "section", targetId }] of targetingRules.entries())
    if (targetType === "section")
      check(["targetingRules", index, "targetId"], targetId, { what: "a section", known: sections });
  for (const [index, { criterias = [] }] of analysisPointers.entries())
    for (const [at, { field }] of criterias.entries())
      if (field !== undefined) check(["analysisPointers", index, "criterias", at, "field"], field, isField);
  for (const [index, { implies = {} }] of possibleOutcomes.entries())
    for (const [name, value] of Object.entries(implies)) {
      const isOfField = value === "present" || value === "absent";
      const known = isOfField ? isField : { what: "a criterion", known: criteria };
      check(["possibleOutcomes", index, "implies", name], name, known);
    }
  for (const { path, text } of textsIn(given))
    for (const [, name] of text.matchAll(/\{\{|\{field:([^{}]+)\}/g))
      if (name !== undefined) check(path, name, isField);
});

/** The texts of analyses. */
function textsIn(value: unknown, path: PropertyKey[] = []): { path: PropertyKey[]; text: string }[] {
  if (typeof value === "string") return path.some((key) => textLists.has(key)) ? [{ path, text: value }] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    textsIn(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

const textLists = new Set<PropertyKey>(["observations", "rationale", "rationales", "summary"]);

const campaign = z.strictObject({ id, name: named("The campaign's name.") });

/** Data of a real service, which may violate the contract. */
const toTheLetter = <Given>(description: string) =>
  z.record(z.string(), z.unknown()).describe(description) as unknown as z.ZodType<Given>;

const call = z.strictObject({
  id,
  callId: rowId.describe("The call's id: `callId` in the output of `call-analysis calls get`.").optional(),
  status: z.literal("completed", { error: "must be completed: other calls cannot be seeded" }).optional(),
  memberId: text("An agent's id or e-mail. If the call has an analysis, the default is the first agent.").optional(),
  categoryId: text(
    "A category's id. If the call has an analysis, the default is the category with its sections.",
  ).optional(),
  audio_url: text(
    "The recording's URL. If the call has an analysis, the default is the URL in the call's metadata.",
  ).optional(),
  udfs: z.record(z.string(), z.unknown()).describe("User-defined fields.").optional(),
  date: text("The date of the call, such as 2026-01-31 or 31/01/2026 14:30.").optional(),
  analysis: toTheLetter<Analysis>("The analysis of a completed call, kept unchanged.").optional(),
  metadata: toTheLetter<Partial<CallMetadata>>("The metadata of a call with an analysis, kept unchanged.").optional(),
});

/** The schema of seed data. Duplicates and references are checked when the data is added. */
export const seedSchema = z.strictObject({
  $schema: text("The URL of this schema, for editors.").optional(),
  $comment: text("A comment for readers of the file. It has no effect.").optional(),
  organization: text("The name of the organization that gets the rows, when there are several.").optional(),
  agents: z.array(agent).optional(),
  categories: z.array(category).optional(),
  campaigns: z.array(campaign).optional(),
  calls: z.array(call).describe("Calls whose analysis has ended.").optional(),
  policies: policiesSchema
    .describe(
      "How the fake behaves where the specification is silent. The settings apply to a service that is created with this seed file.",
    )
    .optional(),
  rules: z
    .array(ruleSchema)
    .describe("What happens to requests, and how calls end. For each effect, the last matching rule applies.")
    .optional(),
});

/** Seed data: rows of one organization, rules, and the policies of a service that starts with it. */
export type SeedData = Omit<z.infer<typeof seedSchema>, "$schema">;

/** Rows to add to one organization. Given ids are kept. */
export type SeedRows = Pick<SeedData, "agents" | "categories" | "campaigns" | "calls">;

/** An agent to add. */
export type AgentSeed = z.infer<typeof agent>;

/** A category to add. Only its name is required. */
export type CategorySeed = z.infer<typeof categoryFields>;

/**
 * A call whose analysis has ended. Give its analysis, as `call-analysis calls get ID --json` prints it, or let the fake
 * analyse it. Without an analysis, `memberId`, `categoryId` and `audio_url` are required.
 */
export type CallSeed = z.infer<typeof call>;

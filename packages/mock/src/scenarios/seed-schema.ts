/** The schema of seed data. The JSON Schema that the package ships for editors is generated from it. */
import * as z from "zod";
import { isAddress } from "../core/addresses.js";
import { type Policies, policiesSchema } from "../core/policies.js";
import { hasYear } from "../domain/call-dates.js";
import type {
  AgentSeed,
  CampaignSeed,
  CategorySeed,
  CriterionSeed,
  SectionSeed,
  SeedRows,
} from "../domain/seed-data.js";
import { categoryReviewShape, criterionReviewShape, outcomeReviewShape } from "../engine/review-schema.js";
import { type RuleDefinition, ruleSchema } from "../rules/rule.js";

/** Data to seed a service with: rows of one organization, and rules. */
export interface SeedData extends SeedRows {
  /** What readers of a file should know. It has no effect. */
  $comment?: string | undefined;
  /** The name of the organization that gets the rows. @default the first one; of a seed file, all of them */
  organization?: string | undefined;
  /** What happens to requests, and how calls end; of each effect, the last rule that matches applies. */
  rules?: RuleDefinition[] | undefined;
  /** Of a service that starts with this data; one that runs keeps its own. Options and flags come first. */
  policies?: Partial<Policies> | undefined;
}

const text = (description: string) => z.string().describe(description);

const named = (description: string) => z.string().regex(/\S/, { error: "must not be empty" }).describe(description);

/** Ids are parts of addresses, where `.` and `..` mean something else. */
export const rowId = z
  .string()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses.
  .regex(/^(?!\.{1,2}$)(?=.*\S)[^\u0000-\u001f\u007f]+$/, {
    error: 'must not be empty, "." or "..", nor have control characters',
  });

const id = rowId
  .describe("Kept as it is. Without one, the row gets one that is derived from the service's seed.")
  .optional();

const timestamp = z.iso
  .datetime({
    offset: true,
    error: "must be a time in ISO 8601 with a zone, such as 2026-01-31T10:00:00Z",
    abort: true,
  })
  .refine(hasYear, { error: "must be in the years 0 to 9999 of UTC" })
  .describe("A time in ISO 8601 with a zone, which is kept in UTC. By default the service's time.")
  .optional();

const agent = z.strictObject({
  id,
  userId: id,
  name: named("The agent's full name."),
  email: text("The e-mail of the agent's account. No other agent of the organization may have it."),
  image: text("The address of a picture.").refine(isAddress, { error: "must be an address" }).optional(),
  createdAt: timestamp,
}) satisfies z.ZodType<AgentSeed>;

const outcome = z.strictObject({
  id,
  label: named("How the outcome is called in an analysis."),
  description: text("When a call has this outcome.").optional(),
  isSuccess: z.boolean().optional(),
  isNotApplicable: z.boolean().describe("Whether a call with this outcome is not assessed.").optional(),
  ...outcomeReviewShape,
});

const criterion = z.strictObject({
  id,
  criteriaId: id,
  question: named("The question that an analysis answers."),
  ...criterionReviewShape,
}) satisfies z.ZodType<CriterionSeed>;

const section = z.strictObject({
  id,
  sectionId: id,
  sectionName: named("The name of the section."),
  criterias: z.array(criterion).describe("The questions of the section.").optional(),
}) satisfies z.ZodType<SectionSeed>;

const extractionField = z.strictObject({
  id,
  fieldName: named("The name of the value among an analysis's extractions."),
  displayName: text("The name for people. By default the field's name.").optional(),
  fieldType: text("Such as string, number, boolean, date or enum. By default string.").optional(),
  enumOptions: z.array(z.strictObject({ value: z.string(), hint: z.string() })).optional(),
  enumValues: z.array(z.string()).describe("By default the values of enumOptions.").optional(),
  description: text("What is to be extracted.").optional(),
  required: z.boolean().optional(),
});

const targetingRule = z.strictObject({
  targetType: text("By default section.").optional(),
  targetId: text("Of a section, its sectionId."),
  expression: z.unknown().optional(),
});

const tagTarget = z.strictObject({ id, slug: z.string().optional(), displayName: named("The name of the tag.") });

const category = z.strictObject({
  id,
  name: named("The category's name."),
  description: text("What the category is for.").optional(),
  icon: text("The name of an icon.").optional(),
  createdAt: timestamp,
  updatedAt: timestamp,
  intendedPurpose: z.string().optional(),
  additionalLLMContext: text("Extra context for analyses.").optional(),
  possibleOutcomes: z.array(outcome).optional(),
  analysisPointers: z.array(section).describe("The sections of an analysis.").optional(),
  extractionFields: z.array(extractionField).optional(),
  targetingRules: z.array(targetingRule).describe("By default every section always counts.").optional(),
  tagTargets: z.array(tagTarget).optional(),
  ...categoryReviewShape,
}) satisfies z.ZodType<CategorySeed>;

const campaign = z.strictObject({ id, name: named("The campaign's name.") }) satisfies z.ZodType<CampaignSeed>;

const call = z.strictObject({
  id,
  callId: rowId.describe("The id, where call-analysis calls get printed the call.").optional(),
  status: z.literal("completed").optional(),
  memberId: text(
    "The id or the e-mail of an agent. By default, of a call with its analysis, the first agent.",
  ).optional(),
  categoryId: text(
    "The id of a category. By default, of a call with its analysis, the one with its sections.",
  ).optional(),
  audio_url: text(
    "The address of the recording. By default, of a call with its analysis, that of its metadata.",
  ).optional(),
  udfs: z.record(z.string(), z.unknown()).describe("User-defined fields.").optional(),
  date: text("The date of the call, such as 2026-01-31 or 31/01/2026 14:30.").optional(),
  analysis: z
    .record(z.string(), z.unknown())
    .describe("The analysis of a completed call, kept to the letter.")
    .optional(),
  metadata: z
    .record(z.string(), z.unknown())
    .describe("Of a call that has an analysis, kept to the letter.")
    .optional(),
});

/** The schema of seed data. What rows refer to, and what must be unique, is checked by `seedProblems`. */
export const seedSchema = z.strictObject({
  $schema: text("The address of this schema, for editors.").optional(),
  $comment: text("What readers of the file should know. It has no effect.").optional(),
  organization: text("The name of the organization that gets the rows, when there are several.").optional(),
  agents: z.array(agent).optional(),
  categories: z.array(category).optional(),
  campaigns: z.array(campaign).optional(),
  calls: z.array(call).describe("Calls whose analysis has ended.").optional(),
  policies: policiesSchema.describe("Answers to open questions, for a service that starts with this data.").optional(),
  rules: z
    .array(ruleSchema)
    .describe("What happens to requests, and how calls end. Of each effect, the last rule that matches applies.")
    .optional(),
});

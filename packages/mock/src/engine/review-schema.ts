/** The fake's own data of a category: the texts of analyses and the answers an outcome implies. For seed data and snapshots. */
import * as z from "zod";

/** The placeholders of a text that seed data may have; `{{` and `}}` are braces. */
const placeholders = /\{\{|\}\}|\{(?:agent|counterpart|time|field:[^{}]+)\}/g;

const text = z
  .string()
  .regex(/\S/, { error: "must not be empty" })
  .refine((given) => wrongPlaceholder(given) === undefined, {
    error: ({ input }) =>
      `${wrongPlaceholder(String(input))} is not a placeholder. The placeholders are {agent}, {counterpart}, {time} and {field:NAME}. Write {{ or }} for a brace`,
  });

function wrongPlaceholder(given: string): string | undefined {
  return /\{[^{}]*\}?|\}/.exec(given.replaceAll(placeholders, ""))?.[0];
}

/** Each call gets one of these. */
const texts = (description: string) =>
  z.array(text).min(1, { error: "must not be an empty list" }).describe(description).optional();

const answer = z.enum(["met", "partly", "missed", "notApplicable"]);

/** The answer to a criterion. The policy `criterionResults` has the text for each. */
export type Answer = z.infer<typeof answer>;

const implied = z.union([answer, z.array(answer).min(1), z.enum(["present", "absent"])], {
  error: "must be met, partly, missed, notApplicable or a list of them; for an extraction field, present or absent",
});

/** The fields of a category. */
export const categoryReviewShape = {
  observations: texts("Observations that fit any call. Each call gets two."),
};

/** The fields of an outcome. */
export const outcomeReviewShape = {
  implies: z
    .record(z.string(), implied)
    .describe("Maps each criteriaId to its answer or answers, and each fieldName to present or absent.")
    .optional(),
  rationale: texts("Reasons for the outcome. Each call gets one."),
  summary: texts("Summaries of calls with this outcome. Each call gets one."),
};

/** The fields of a criterion. */
export const criterionReviewShape = {
  answers: z
    .array(z.string().regex(/\S/, { error: "must not be empty" }))
    .min(1, { error: "must not be an empty list" })
    .describe("The possible results, from lowest to highest.")
    .optional(),
  rationales: z
    .strictObject({
      met: texts("For calls that met the criterion. Each call gets one text."),
      partly: texts("For calls that met the criterion partly."),
      missed: texts("For calls that missed the criterion."),
    })
    .describe("Reasons for the answer. A text may contain {agent}, {counterpart}, {time} and {field:NAME}.")
    .optional(),
  field: z
    .string()
    .describe("The extraction field it asks for. It has a value if the criterion is met, a list also if partly met.")
    .optional(),
};

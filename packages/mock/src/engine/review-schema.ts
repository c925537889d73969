/**
 * The fake's own data of a category: the texts of analyses, and the answers that an outcome implies. Seed data and
 * snapshots contain it.
 */
import * as z from "zod";

/** Matches the placeholders in a text of seed data. `{{` and `}}` are braces. */
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
    .describe("Maps each criteriaId to its answer or answers, and each fieldName to `present` or `absent`.")
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
      met: texts("Texts that explain why the criterion was met. Each call gets one."),
      partly: texts("Texts that explain why the criterion was partly met."),
      missed: texts("Texts that explain why the criterion was missed."),
    })
    .describe("Reasons for the answer. A text may contain {agent}, {counterpart}, {time} and {field:NAME}.")
    .optional(),
  field: z
    .string()
    .describe(
      "The extraction field to fill if the criterion is met. If the criterion is partly met, only a list is filled.",
    )
    .optional(),
};

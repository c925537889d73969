/** The shapes of what a category says of its reviews, for seed data and for snapshots. */
import * as z from "zod";
import type { CriterionReview, OutcomeReview, SectionReview } from "./configuration.js";

const sentence = z.string().regex(/\S/, { error: "must not be empty" });

const sentences = (description: string) =>
  z.array(sentence).min(1, { error: "must have a sentence, or be left out" }).describe(description).optional();

const answer = z.enum(["met", "partly", "missed", "notApplicable"]);

const implied = z.union([answer, z.array(answer).min(1), z.enum(["present", "absent"])], {
  error: "must be met, partly, missed, notApplicable or a list of them; for an extraction field, present or absent",
});

/** The fields of an outcome. */
export const outcomeReviewShape = {
  implies: z
    .record(z.string(), implied)
    .describe("By criteriaId the answer that the outcome implies, or several; by fieldName whether a value is present.")
    .optional(),
  rationale: sentences("Why a call has the outcome. Each call gets one of them."),
  clearAfter: z.string().describe("The criteriaId of what it hangs on: it is clear right after that.").optional(),
  summary: sentences("A call with the outcome. Each call gets one of them."),
  advice: sentences("What to do next time, where anything was missed or met in part."),
} satisfies Record<keyof OutcomeReview, z.ZodType>;

/** The fields of a section. */
export const sectionReviewShape = {
  observations: z
    .strictObject({
      well: sentences("For a call that met all of the section."),
      badly: sentences("For a call in which most of the section was missed, or which was weakest in it."),
    })
    .describe("What is striking about the section.")
    .optional(),
} satisfies Record<keyof SectionReview, z.ZodType>;

/** The fields of a criterion. */
export const criterionReviewShape = {
  rationales: z
    .strictObject({
      met: sentences("For a call that met it. Each call gets one of them."),
      partly: sentences("For a call that met it in part."),
      missed: sentences("For a call that missed it."),
      notApplicable: sentences("For a call that gave no occasion for it."),
    })
    .describe("Why it was answered so, in sentences with {agent}, {counterpart}, {time} and {field:NAME}.")
    .optional(),
  advice: sentences("What to do next time, where it was missed or met in part."),
  isEssential: z
    .boolean()
    .describe("Whether a miss outweighs all others, such as a threat: it is named first.")
    .optional(),
  observation: sentences("What is striking where it was missed, if it is essential."),
  field: z
    .string()
    .describe("The extraction field that it asks for: known when the criterion is met, a list also when met in part.")
    .optional(),
} satisfies Record<keyof CriterionReview, z.ZodType>;

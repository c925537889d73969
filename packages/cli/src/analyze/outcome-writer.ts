/** Writes the rows of a batch: one for each recording, or one for each criterion with `--criteria`. */
import { type CriterionRow, criterionRows } from "@call-analysis/sdk";
import { type PrintOptions, type RowWriter, rowWriter, type View } from "../output/data.js";
import { endingOf, type OutcomeRow, outcomeView } from "./outcome-row.js";

/** Writes outcomes in the format of the flags. */
export function outcomeWriter(options: PrintOptions): RowWriter<OutcomeRow> {
  if (!options.flags.criteria) return rowWriter(outcomeView, options);
  const writer = rowWriter(criterionView, options);
  return {
    ...writer,
    async write(call) {
      const criteria = call.result ? criterionRows(call.result) : [];
      for (const criterion of criteria.length > 0 ? criteria : [noCriterion])
        await writer.write(criterionFields(call, criterion));
    },
  };
}

/** The empty fields of a criterion. A call without an analysis has one row without a criterion. */
const noCriterion = {
  ...{ sectionId: "", sectionName: "", sectionScore: null, sectionTotalScore: null },
  ...{ criteriaId: "", question: "", result: "", rationale: "" },
};

function criterionFields(call: OutcomeRow, criterion: CriterionRow | typeof noCriterion) {
  const { file = "", callId = "", memberId = "", categoryId = "", udfs, result } = call;
  const { analysis: { outcomeLabel = "", score = null } = {}, metadata } = result ?? {};
  const base = { file, callId, memberId, categoryId, status: endingOf(call), outcomeLabel, score };
  return { ...base, ...criterion, udfs: udfs ?? metadata?.udfs ?? {} };
}

const criterionView: View<ReturnType<typeof criterionFields>> = {
  columns: [
    { title: "File", text: ({ file, callId }) => file || callId, isPath: true },
    { title: "Section", text: ({ sectionName }) => sectionName },
    { title: "Question", text: ({ question }) => question },
    { title: "Result", text: ({ result, status }) => result || status },
  ],
  sortedBy: ({ file }) => file,
};

/** The rows of a batch: one for each recording, or with `--criteria` one for each criterion. */
import { type CriterionRow, criterionRows } from "@call-analysis/sdk";
import { batchWriter, type PrintOptions, type RowWriter, type View } from "../output/data.js";
import { byFile, type OutcomeRow, outcomeView, statusOf } from "./outcome-row.js";

/** One criterion of one analysis. Of a call without an analysis there is one row, which has no criterion. */
interface CriterionOutcome {
  call: OutcomeRow;
  criterion?: CriterionRow;
}

/** Writes outcomes as the flags ask. */
export function outcomeWriter(flags: PrintOptions["flags"], context: PrintOptions["context"]): RowWriter<OutcomeRow> {
  if (!flags.criteria) return batchWriter(outcomeView, { flags, context });
  const writer = batchWriter(criterionView, { flags, context });
  return {
    async write(call) {
      const criteria = call.result ? criterionRows(call.result) : [];
      if (criteria.length === 0) await writer.write({ call });
      for (const criterion of criteria) await writer.write({ call, criterion });
    },
    end: () => writer.end(),
  };
}

function fieldsOf({ call, criterion }: CriterionOutcome) {
  const { analysis, metadata } = call.result ?? {};
  return {
    file: call.file ?? "",
    callId: call.callId ?? "",
    memberId: call.memberId ?? "",
    categoryId: call.categoryId ?? "",
    status: statusOf(call),
    outcomeLabel: analysis?.outcomeLabel ?? "",
    score: analysis?.score ?? null,
    sectionId: criterion?.sectionId ?? "",
    sectionName: criterion?.sectionName ?? "",
    sectionScore: criterion?.sectionScore ?? null,
    sectionTotalScore: criterion?.sectionTotalScore ?? null,
    criteriaId: criterion?.criteriaId ?? "",
    question: criterion?.question ?? "",
    result: criterion?.result ?? "",
    rationale: criterion?.rationale ?? "",
    udfs: call.udfs ?? metadata?.udfs ?? {},
  };
}

const criterionView: View<CriterionOutcome> = {
  columns: [
    { title: "File", keep: "end" },
    { title: "Call", isWhole: true },
    { title: "Section" },
    { title: "Question" },
    { title: "Result" },
    { title: "Points", align: "right", isWhole: true },
  ],
  cells: (row) => {
    const { file, callId, sectionName, question, result, sectionScore, sectionTotalScore } = fieldsOf(row);
    const points = sectionScore === null ? "" : `${sectionScore} of ${sectionTotalScore}`;
    return [file, callId, sectionName, question, result || statusOf(row.call), points];
  },
  order: (one, other) => byFile(one.call, other.call),
  record: fieldsOf,
};

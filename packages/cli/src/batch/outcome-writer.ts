/** The rows of a batch in the form that `--rows` asks for: one for each recording, or one for each criterion. */
import type { Section } from "@call-analysis/sdk";
import { batchWriter, type PrintOptions, type RowWriter, type View } from "../output/data.js";
import { byFile, type OutcomeRow, outcomeView, statusOf } from "./outcome-row.js";

/** One criterion of one analysis. Of a call without an analysis there is one row, which has no criterion. */
interface CriterionRow {
  call: OutcomeRow;
  section?: Section;
  criterion?: Section["criterias"][number];
}

/** Writes outcomes as the flags ask. */
export function outcomeWriter(flags: PrintOptions["flags"], context: PrintOptions["context"]): RowWriter<OutcomeRow> {
  if (flags.rows !== "criteria") return batchWriter(outcomeView, { flags, context });
  const writer = batchWriter(criterionView, { flags, context });
  return {
    async write(row) {
      for (const criterion of criteriaOf(row)) await writer.write(criterion);
    },
    end: () => writer.end(),
  };
}

function criteriaOf(call: OutcomeRow): CriterionRow[] {
  const sections = call.result?.analysis.sections ?? [];
  const rows = sections.flatMap((section) => section.criterias.map((criterion) => ({ call, section, criterion })));
  return rows.length > 0 ? rows : [{ call }];
}

function fieldsOf({ call, section, criterion }: CriterionRow) {
  const { analysis, metadata } = call.result ?? {};
  return {
    file: call.file ?? "",
    callId: call.callId ?? "",
    memberId: call.memberId ?? "",
    categoryId: call.categoryId ?? "",
    status: statusOf(call),
    outcomeLabel: analysis?.outcomeLabel ?? "",
    score: analysis?.score ?? null,
    sectionName: section?.sectionName ?? "",
    sectionScore: section?.score ?? null,
    sectionTotalScore: section?.totalScore ?? null,
    question: criterion?.question ?? "",
    result: criterion?.result ?? "",
    rationale: criterion?.rationale ?? "",
    udfs: metadata?.udfs ?? {},
  };
}

const criterionView: View<CriterionRow> = {
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
  // Calls differ in what their fields are, and every row of a CSV file has the same columns.
  fields: (row) => ({ ...fieldsOf(row), udfs: JSON.stringify(fieldsOf(row).udfs) }),
};

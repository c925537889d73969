/** How calls end by a rule, and when. */
import { useQuery } from "@tanstack/react-query";
import { useConnection } from "../../connection/connection.ts";
import { categoryQuery } from "../../data/queries.ts";
import { choicesOf, SelectField, TextAreaField, TextField } from "../../ui/form-fields.tsx";
import { fieldsOf } from "../../ui/use-form.ts";
import type { EndForm, RuleFieldsProps, RuleForm } from "./rule-form.ts";

const endLabels: Record<EndForm["end"], string> = {
  complete: "It completes",
  fail: "It fails",
  stall: "It stays processing forever",
  planned: "As it would without the rule",
};

const timeLabels: Record<EndForm["time"], string> = {
  planned: "When it would without the rule",
  afterMs: "After some milliseconds",
  afterPolls: "After some polls",
};

/** The fields. */
export function EndFields({ form, at, onChange }: RuleFieldsProps) {
  const { end } = form;
  const field = fieldsOf(end, { at, onChange: (changes) => onChange({ end: { ...end, ...changes } }) });
  return (
    <>
      <SelectField label="How it ends" choices={choicesOf(endLabels)} {...field("end")} />
      {end.end === "complete" && <AnalysisFields rows={form.rows} field={field} />}
      {end.end === "fail" && (
        <TextField label="Reason" hint="Empty: the default" {...field("reason", "then.end.fail")} />
      )}
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <SelectField label="When it ends" choices={choicesOf(timeLabels)} {...field("time")} />
        {end.time !== "planned" && (
          <TextField
            label={end.time === "afterMs" ? "Milliseconds" : "Polls"}
            inputMode="numeric"
            {...field("amount", `then.end.${end.time}`)}
          />
        )}
      </div>
    </>
  );
}

function AnalysisFields({ rows, field }: Pick<RuleForm, "rows"> & { field: ReturnType<typeof fieldsOf<EndForm>> }) {
  const score = field("score", "then.end.complete.score");
  const outcome = field("outcomeLabel", "then.end.complete.outcomeLabel");
  const parts = field("parts", "then.end.complete");
  const isElsewhere = score.problem !== undefined || outcome.problem !== undefined;
  return (
    <div className="grid grid-cols-2 gap-3">
      <TextField label="Score" hint="Empty: any" inputMode="decimal" {...score} />
      <TextField label="Outcome" hint="Empty: any" suggestions={useOutcomes(rows)} {...outcome} />
      <TextAreaField
        className="col-span-2"
        label="Other parts of the analysis, as JSON"
        hint="Such as sections, extractions or outcomeRationale. The fake keeps these values unchanged and draws the rest."
        rows={3}
        {...parts}
        problem={isElsewhere ? undefined : parts.problem}
      />
    </div>
  );
}

/** The outcomes of the category that the rule is about; none when it may be any. */
function useOutcomes(rows: RuleForm["rows"]) {
  const connection = useConnection();
  const categoryId = rows.find(({ field }) => field === "categoryId")?.text ?? "";
  const { data } = useQuery({ ...categoryQuery(connection, categoryId), enabled: categoryId !== "" });
  return (data?.possibleOutcomes ?? []).map(({ label }) => ({ value: label, label }));
}

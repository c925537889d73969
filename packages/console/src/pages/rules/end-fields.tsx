/** How calls end by a rule, and when. */
import { useQuery } from "@tanstack/react-query";
import { useConnection } from "../../connection/connection.ts";
import { categoryQuery } from "../../data/queries.ts";
import { choicesOf, SelectField, TextAreaField, TextField } from "../../ui/form-fields.tsx";
import type { EndForm, RuleFieldsProps, RuleForm } from "./rule-form.ts";

const endLabels: Record<EndForm["end"], string> = {
  complete: "It completes",
  fail: "It fails",
  stall: "It stays processing for good",
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
  const change = (changes: Partial<EndForm>) => onChange({ end: { ...end, ...changes } });
  return (
    <>
      <SelectField
        label="How it ends"
        value={end.end}
        choices={choicesOf(endLabels)}
        // The choices are the ends.
        onChange={(chosen) => change({ end: chosen as EndForm["end"] })}
      />
      {end.end === "complete" && <AnalysisFields form={form} at={at} onChange={change} />}
      {end.end === "fail" && (
        <TextField
          label="Reason"
          hint="Empty: the standard one"
          value={end.reason}
          problem={at("then.end.fail")}
          onChange={(reason) => change({ reason })}
        />
      )}
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <SelectField
          label="When it ends"
          value={end.time}
          choices={choicesOf(timeLabels)}
          // The choices are the times.
          onChange={(time) => change({ time: time as EndForm["time"] })}
        />
        {end.time !== "planned" && (
          <TextField
            label={end.time === "afterMs" ? "Milliseconds" : "Polls"}
            value={end.amount}
            inputMode="numeric"
            problem={at(`then.end.${end.time}`)}
            onChange={(amount) => change({ amount })}
          />
        )}
      </div>
    </>
  );
}

function AnalysisFields({
  form,
  at,
  onChange,
}: Pick<RuleFieldsProps, "form" | "at"> & { onChange: (changes: Partial<EndForm>) => void }) {
  const { score, outcomeLabel, parts } = form.end;
  const problems = ["score", "outcomeLabel"].map((part) => at(`then.end.complete.${part}`));
  const isElsewhere = problems.every((problem) => problem === undefined);
  return (
    <div className="grid grid-cols-2 gap-3">
      <TextField
        label="Score"
        hint="Empty: any"
        value={score}
        inputMode="decimal"
        problem={problems[0]}
        onChange={(text) => onChange({ score: text })}
      />
      <TextField
        label="Outcome"
        hint="Empty: any"
        value={outcomeLabel}
        suggestions={useOutcomes(form)}
        problem={problems[1]}
        onChange={(text) => onChange({ outcomeLabel: text })}
      />
      <TextAreaField
        className="col-span-2"
        label="Other parts of the analysis, as JSON"
        hint="Such as sections, extractions or outcomeRationale. The fake generates the rest so that it fits."
        value={parts}
        rows={3}
        problem={isElsewhere ? at("then.end.complete") : undefined}
        onChange={(text) => onChange({ parts: text })}
      />
    </div>
  );
}

/** The outcomes of the category that the rule is about; none when it may be any. */
function useOutcomes({ rows }: RuleForm) {
  const connection = useConnection();
  const categoryId = rows.find(({ field }) => field === "categoryId")?.text ?? "";
  const { data } = useQuery({ ...categoryQuery(connection, categoryId), enabled: categoryId !== "" });
  return (data?.possibleOutcomes ?? []).map(({ label }) => ({ value: label, label }));
}

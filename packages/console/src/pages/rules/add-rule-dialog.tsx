import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useConnection, useControl } from "../../connection/connection.ts";
import { type FormProblems, formProblems } from "../../operations/form-problems.ts";
import { MatchFields, matchPaths } from "../../operations/match-fields.tsx";
import { callFieldNames } from "../../operations/operations.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormProblem, SelectField, TextAreaField, TextField } from "../../ui/form-fields.tsx";
import { emptyRuleForm, type RuleEnd, type RuleForm, type RuleTime, ruleOf, rulePaths } from "./rule-form.ts";

const endLabels: Record<RuleEnd, string> = {
  complete: "They complete",
  fail: "They fail",
  stall: "They stay processing for good",
  planned: "As they would without the rule",
};

const timeLabels: Record<RuleTime, string> = {
  planned: "When they would without the rule",
  afterMs: "After some milliseconds",
  afterPolls: "After some polls",
};

function choicesOf(labels: Record<string, string>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

interface RuleFieldsProps {
  form: RuleForm;
  problemAt: (field: keyof typeof rulePaths) => string | undefined;
  onChange: (changes: Partial<RuleForm>) => void;
}

/** Adds a rule. The fake checks it, and what it refuses is shown at the field. */
export function AddRuleDialog({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState(emptyRuleForm);
  const control = useControl();
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => control.send("POST", "/engine/rules", ruleOf(form)),
    onSuccess() {
      void queries.invalidateQueries({ queryKey: ["rules"] });
      onClose();
    },
  });
  const problems = formProblems(error);
  const fields = {
    form,
    problemAt: (field: keyof typeof rulePaths) => firstProblem(problems, rulePaths[field]),
    onChange: (changes: Partial<RuleForm>) => setForm({ ...form, ...changes }),
  };
  const rest = problems.rest([...shownPaths(form), ...matchPaths(form.rows)]);
  return (
    <Dialog title="Add a rule" isOpen onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          mutate();
        }}
        className="flex flex-col gap-4"
      >
        <p className="text-muted">For every call that is created from now on.</p>
        <MatchFields
          fields={callFieldNames}
          rows={form.rows}
          problems={problems}
          onChange={(rows) => setForm({ ...form, rows })}
        />
        <EndFields {...fields} />
        <TimeFields {...fields} />
        {rest !== undefined && <FormProblem>{rest}</FormProblem>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={isPending}>
            Add
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function firstProblem(problems: FormProblems, paths: readonly string[]): string | undefined {
  return paths.map((path) => problems.at(path)).find((problem) => problem !== undefined);
}

/** The paths whose problems are shown at a field. */
function shownPaths({ end, time }: RuleForm): string[] {
  const { score, outcomeLabel, parts, reason, amount } = rulePaths;
  const ofEnd = { complete: [...score, ...outcomeLabel, ...parts], fail: [...reason], stall: [], planned: [] };
  return [...ofEnd[end], ...(time === "planned" ? [] : amount)];
}

function EndFields({ form, problemAt, onChange }: RuleFieldsProps) {
  return (
    <>
      <SelectField
        label="How they end"
        value={form.end}
        choices={choicesOf(endLabels)}
        // The choices are the ends.
        onChange={(end) => onChange({ end: end as RuleEnd })}
      />
      {form.end === "complete" && <AnalysisFields form={form} problemAt={problemAt} onChange={onChange} />}
      {form.end === "fail" && (
        <TextField
          label="Reason"
          hint="Empty: the standard one"
          value={form.reason}
          problem={problemAt("reason")}
          onChange={(reason) => onChange({ reason })}
        />
      )}
    </>
  );
}

function AnalysisFields({ form, problemAt, onChange }: RuleFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <TextField
        label="Score"
        hint="Empty: any"
        value={form.score}
        inputMode="decimal"
        problem={problemAt("score")}
        onChange={(score) => onChange({ score })}
      />
      <TextField
        label="Outcome"
        hint="Empty: any"
        value={form.outcomeLabel}
        suggestions={useOutcomes(form)}
        problem={problemAt("outcomeLabel")}
        onChange={(outcomeLabel) => onChange({ outcomeLabel })}
      />
      <TextAreaField
        className="col-span-2"
        label="Other parts of the analysis, as JSON"
        hint="Such as sections, extractions or outcomeRationale. The fake generates the rest so that it fits."
        value={form.parts}
        rows={3}
        problem={problemAt("parts")}
        onChange={(parts) => onChange({ parts })}
      />
    </div>
  );
}

/** The outcomes of the category that the rule is about; none when it may be any. */
function useOutcomes({ rows }: RuleForm) {
  const connection = useConnection();
  const categoryId = rows.find(({ field }) => field === "categoryId")?.text ?? "";
  const { data } = useQuery({
    queryKey: ["categories", connection.name, connection.organization.id, "outcomes", categoryId],
    queryFn: ({ signal }) => connection.view.categories.get(categoryId, { signal }),
    enabled: categoryId !== "",
  });
  return (data?.possibleOutcomes ?? []).map(({ label }) => ({ value: label, label }));
}

function TimeFields({ form, problemAt, onChange }: RuleFieldsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
      <SelectField
        label="When they end"
        value={form.time}
        choices={choicesOf(timeLabels)}
        // The choices are the times.
        onChange={(time) => onChange({ time: time as RuleTime })}
      />
      {form.time !== "planned" && (
        <TextField
          label={form.time === "afterMs" ? "Milliseconds" : "Polls"}
          value={form.amount}
          inputMode="numeric"
          problem={problemAt("amount")}
          onChange={(amount) => onChange({ amount })}
        />
      )}
    </div>
  );
}

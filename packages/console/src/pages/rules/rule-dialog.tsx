/** The form of a rule, for a new one and for changes. The fake checks it, and what it refuses is shown at the field. */
import type { Rule } from "@call-analysis/mock";
import { useQueryClient } from "@tanstack/react-query";
import { useControl } from "../../connection/connection.ts";
import { MatchFields } from "../../operations/match-fields.tsx";
import {
  callFieldNames,
  factsOf,
  isOperationName,
  matchFieldsOf,
  operationNames,
} from "../../operations/operations.ts";
import type { RuleKind } from "../../operations/rule-texts.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { choicesOf, SelectField, TextField } from "../../ui/form-fields.tsx";
import { fieldsOf, useForm } from "../../ui/use-form.ts";
import { EndFields } from "./end-fields.tsx";
import {
  changeOf,
  definitionOf,
  formOf,
  type Happening,
  happeningChange,
  newRuleForm,
  type RuleFieldsProps,
  type RuleForm,
} from "./rule-form.ts";
import { SequenceFields, StepFields } from "./step-fields.tsx";

/** By what people test. */
const happenings: Record<Happening, string> = {
  lost: "Response lost after the call was created",
  fail: "A request fails, or gets your own response",
  end: "A call ends as you say",
  hold: "A request is held until you release it",
  slow: "A request is slow",
  upload: "An upload is slow, or breaks",
  sequence: "A sequence of effects, one for each request",
  other: "Effects that this form cannot show (kept unchanged)",
};

/** Adds a rule, or changes one. */
export function RuleDialog({
  rule,
  operation = "",
  kind = "fault",
  onClose,
}: {
  rule: Rule | null;
  /** That the form of a new rule begins with, as is its kind. */
  operation?: string;
  kind?: RuleKind | undefined;
  onClose: () => void;
}) {
  const control = useControl();
  const queries = useQueryClient();
  const ruleForm = useForm({
    initial: rule ? formOf(rule) : newRuleForm(operation, kind),
    send: async (form: RuleForm, signal) =>
      rule
        ? control.send("PATCH", `/rules/${rule.id}`, changeOf(form), { signal })
        : control.send("POST", "/rules", definitionOf(form), { signal }),
    onSent: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: ["rules"] }),
  });
  const { values, at, change } = ruleForm;
  const fields = { form: values, at, onChange: change };
  return (
    <FormDialog
      title={rule ? `Edit ${rule.id}` : "Add a rule"}
      form={ruleForm}
      label={rule ? "Save" : "Add"}
      onClose={onClose}
    >
      <SelectField
        label="What happens"
        value={values.happening}
        choices={choicesOf(happenings).filter(({ value }) => value !== "other" || values.happening === "other")}
        // The choices are the happenings.
        onChange={(happening) => change(happeningChange(happening as Happening, values))}
      />
      <WhenFields {...fields} />
      <ThenFields {...fields} />
      <HowOften {...fields} />
    </FormDialog>
  );
}

/** Which requests or calls it is about. */
function WhenFields({ form, at, onChange }: RuleFieldsProps) {
  const { happening, operation, rows } = form;
  const isOfCalls = happening === "end";
  const chosen = isOperationName(operation) ? operation : null;
  const isForOne = happening === "hold";
  return (
    <>
      {isOfCalls ? (
        <p className="text-muted">It applies to calls created from now on.</p>
      ) : (
        happening !== "upload" &&
        happening !== "lost" && (
          <SelectField
            label="Operation"
            value={operation}
            choices={[
              ...(isForOne ? [] : [{ value: "", label: "Every operation" }]),
              ...operationNames.map((name) => ({ value: name, label: name })),
            ]}
            problem={at("when.operation")}
            onChange={(name) => onChange({ operation: name, rows: [] })}
          />
        )
      )}
      <MatchFields
        fields={isOfCalls ? callFieldNames : matchFieldsOf(chosen)}
        rows={rows}
        at={at}
        onChange={(next) => onChange({ rows: next })}
        takesOtherFields={factsOf(chosen).body?.takesOthers ?? false}
      />
    </>
  );
}

/** The effects. */
function ThenFields({ form, at, onChange }: RuleFieldsProps) {
  const { happening, steps } = form;
  const [step] = steps;
  switch (happening) {
    case "lost":
      return <p className="text-muted">The call is created, and the connection ends without a response.</p>;
    case "hold":
    case "other":
      return null;
    case "end":
      return <EndFields form={form} at={at} onChange={onChange} />;
    case "sequence":
      return <SequenceFields steps={steps} at={at} onChange={(next) => onChange({ steps: next })} />;
    default:
      return (
        step && (
          <StepFields
            step={step}
            kind={happening}
            path="then"
            at={at}
            onChange={(next) => onChange({ steps: [next] })}
          />
        )
      );
  }
}

/** How often it applies. A sequence applies as often as it has steps. */
function HowOften({ form, at, onChange }: RuleFieldsProps) {
  const what = form.happening === "end" ? "Calls" : "Requests";
  const field = fieldsOf(form, { at, onChange });
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      {form.happening !== "sequence" && (
        <TextField label="Times" hint="Empty: always" inputMode="decimal" {...field("times")} />
      )}
      <TextField label={`${what} that pass first`} hint="Empty: none" inputMode="decimal" {...field("skip")} />
      <TextField label="Probability" hint="Above 0, up to 1" inputMode="decimal" {...field("probability")} />
    </div>
  );
}

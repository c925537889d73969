import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useControl } from "../../connection/connection.ts";
import { type FormProblems, formProblems } from "../../operations/form-problems.ts";
import { MatchFields, matchPaths } from "../../operations/match-fields.tsx";
import { isOperationName, matchFieldsOf, operationNames } from "../../operations/operations.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormProblem, SelectField, TextAreaField, TextField } from "../../ui/form-fields.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { EffectFields } from "./effect-fields.tsx";
import { emptyFaultForm, type FaultForm, type FaultKind, faultKindsFor, faultOf, faultPaths } from "./fault-form.ts";

const kindLabels: Record<FaultKind, string> = {
  status: "A status that the service would not return",
  network: "The connection breaks",
  body: "The response's body breaks",
  upload: "The upload is slow, or breaks",
  latency: "It is late, and nothing else",
  json: "Something else, as JSON",
};

/** Adds a fault. The fake checks it, and what it refuses is shown at the field. */
export function AddFaultDialog({ operation, onClose }: { operation: string; onClose: () => void }) {
  const [form, setForm] = useState<FaultForm>({ ...emptyFaultForm, operation });
  const control = useControl();
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => control.send<{ id: string }>("POST", "/faults", faultOf(form)),
    onSuccess({ id }) {
      showToast("The fault is there", id);
      void queries.invalidateQueries({ queryKey: ["faults"] });
      onClose();
    },
  });
  const problems = formProblems(error);
  const rest = problems.rest([...faultPaths(form), ...matchPaths(form.rows)]);
  return (
    <Dialog title="Add a fault" isOpen onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          mutate();
        }}
        className="flex flex-col gap-4"
      >
        <FaultFields form={form} problems={problems} onChange={(changes) => setForm({ ...form, ...changes })} />
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

function FaultFields({
  form,
  problems,
  onChange,
}: {
  form: FaultForm;
  problems: FormProblems;
  onChange: (changes: Partial<FaultForm>) => void;
}) {
  const { operation, kind, rows } = form;
  const kinds = faultKindsFor(operation).map((value) => ({ value, label: kindLabels[value] }));
  const changeOperation = (next: string) =>
    onChange({ operation: next, rows: [], kind: faultKindsFor(next).includes(kind) ? kind : "status" });
  const chosen = isOperationName(operation) ? operation : null;
  return (
    <>
      <SelectField
        label="What goes wrong"
        value={kind}
        choices={kinds}
        // The choices are the kinds.
        onChange={(value) => onChange({ kind: value as FaultKind })}
      />
      {kind === "json" ? (
        <TextAreaField
          label="Fault"
          value={form.json}
          rows={7}
          problem={problems.at("json")}
          onChange={(json) => onChange({ json })}
        />
      ) : (
        <>
          <SelectField
            label="Operation"
            value={operation}
            choices={[
              { value: "", label: "Every operation" },
              ...operationNames.map((name) => ({ value: name, label: name })),
            ]}
            onChange={changeOperation}
          />
          <MatchFields
            fields={matchFieldsOf(chosen)}
            rows={rows}
            problems={problems}
            onChange={(next) => onChange({ rows: next })}
            takesOtherFields={chosen === "addProspect"}
          />
          <EffectFields form={form} problems={problems} onChange={onChange} />
          <HowOften form={form} problems={problems} onChange={onChange} />
        </>
      )}
    </>
  );
}

function HowOften({
  form,
  problems,
  onChange,
}: {
  form: FaultForm;
  problems: FormProblems;
  onChange: (changes: Partial<FaultForm>) => void;
}) {
  const field = (name: "latencyMs" | "times" | "skip" | "probability", label: string, hint: string) => (
    <TextField
      label={label}
      hint={hint}
      value={form[name]}
      inputMode="decimal"
      problem={problems.at(name)}
      onChange={(text) => onChange({ [name]: text })}
    />
  );
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {field("times", "Times", "Empty: all")}
      {field("skip", "Skip", "Requests that pass first")}
      {field("probability", "Probability", "Above 0, up to 1")}
      {field("latencyMs", "Latency in ms", form.kind === "latency" ? "How late it is" : "Besides the rest")}
    </div>
  );
}

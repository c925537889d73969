import type { BodyFault, NetworkFault } from "@call-analysis/mock";
import type { FormProblems } from "../../operations/form-problems.ts";
import { SelectField, TextField } from "../../ui/form-fields.tsx";
import type { FaultForm } from "./fault-form.ts";

const networkLabels: Record<NetworkFault, string> = {
  reset: "reset: the connection is reset",
  error: "error: it ends without a response",
  timeout: "timeout: no response ever comes",
};

const bodyLabels: Record<BodyFault, string> = {
  truncate: "truncate: the connection breaks after half of it",
  stall: "stall: nothing comes after half of it",
  "slow-chunks": "slow-chunks: it comes in small pieces",
  empty: "empty: there is nothing in it",
  malformed: "malformed: it is not JSON",
};

const uploadLabels = { cutAfterBytes: "It breaks after so many bytes", bytesPerSecond: "So many bytes a second" };

const whenLabels = { before: "Before the service acts", after: "After the service has acted" };

function choicesOf(labels: Record<string, string>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

interface EffectFieldsProps {
  form: FaultForm;
  problems: FormProblems;
  onChange: (changes: Partial<FaultForm>) => void;
}

/** The fields of what goes wrong. */
export function EffectFields(props: EffectFieldsProps) {
  const { form, problems, onChange } = props;
  switch (form.kind) {
    case "status":
      return <StatusFields {...props} />;
    case "network":
      return (
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            label="How"
            value={form.network}
            choices={choicesOf(networkLabels)}
            onChange={(network) => onChange({ network })}
          />
          <WhenField {...props} />
        </div>
      );
    case "body":
      return (
        <SelectField
          label="How"
          value={form.body}
          choices={choicesOf(bodyLabels)}
          onChange={(body) => onChange({ body })}
        />
      );
    case "upload":
      return (
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            label="How"
            value={form.uploadKind}
            choices={choicesOf(uploadLabels)}
            onChange={(uploadKind) => onChange({ uploadKind })}
          />
          <TextField
            label="Bytes"
            value={form.uploadAmount}
            inputMode="numeric"
            problem={problems.at("upload")}
            onChange={(uploadAmount) => onChange({ uploadAmount })}
          />
        </div>
      );
    case "latency":
    case "json":
      return null;
  }
}

function StatusFields({ form, problems, onChange }: EffectFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <TextField
        label="Status"
        value={form.status}
        inputMode="numeric"
        problem={problems.at("status")}
        onChange={(status) => onChange({ status })}
      />
      <TextField
        label="Retry-After in seconds"
        hint="Empty: no such header"
        value={form.retryAfter}
        inputMode="numeric"
        problem={problems.at("retryAfter")}
        onChange={(retryAfter) => onChange({ retryAfter })}
      />
      <TextField
        className="col-span-2"
        label="Body of the response"
        hint="Empty: the standard error"
        value={form.responseBody}
        problem={problems.at("body")}
        isCode
        onChange={(responseBody) => onChange({ responseBody })}
      />
      <div className="col-span-2">
        <WhenField form={form} problems={problems} onChange={onChange} />
      </div>
    </div>
  );
}

function WhenField({ form, onChange }: EffectFieldsProps) {
  return (
    <SelectField
      label="When"
      value={form.when}
      choices={choicesOf(whenLabels)}
      onChange={(when) => onChange({ when })}
    />
  );
}

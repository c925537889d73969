/** The fields of one thing that happens to a request, and of several after each other. */
import { Plus, X } from "lucide-react";
import { Button, IconButton } from "../../ui/button.tsx";
import { choicesOf, SelectField, TextField } from "../../ui/form-fields.tsx";
import { type FormState, fieldsOf } from "../../ui/use-form.ts";
import { newStep, type Step } from "./rule-form.ts";

const failures = {
  status: "It gets a status",
  "network timeout": "No response ever comes",
  "network reset": "Its connection is reset",
  "network error": "The connection ends without a response",
  "body malformed": "Its response is not JSON",
  "body truncate": "The connection breaks after half of its response",
  "body empty": "Its response is empty",
  "body stall": "Nothing comes after half of its response",
};

const uploads = {
  cutAfterBytes: "Number of bytes after which it breaks",
  bandwidth: "Bytes per second",
};

/** What can be chosen, by what the rule is about. */
const choices = {
  fail: failures,
  slow: { latency: "It is late" },
  upload: uploads,
  sequence: { ...failures, latency: "It is late", ...uploads, pass: "It passes" },
};

const whenLabels = { before: "Before the service acts", after: "After the service has acted: the response is lost" };

interface StepFieldsProps {
  step: Step;
  kind: keyof typeof choices;
  /** Where the step is in the rule, such as `then.sequence[1]`. */
  path: string;
  at: FormState["at"];
  onChange: (step: Step) => void;
}

/** The fields of one step. Rare ones are folded away until they have a value. */
export function StepFields({ step, kind, path, at, onChange }: StepFieldsProps) {
  const { how } = step;
  const ofStep = fieldsOf(step, { at, onChange: (changes) => onChange({ ...step, ...changes }) });
  const field = (name: keyof Step, inStep: string) =>
    ({ inputMode: "numeric", ...ofStep(name, `${path}.${inStep}`) }) as const;
  const latency = <TextField label="Latency in ms" {...field("latencyMs", "delayMs")} />;
  const isUpload = how === "bandwidth" || how === "cutAfterBytes";
  const mayComeAfter = how === "status" || how === "latency" || how.startsWith("network");
  return (
    <>
      {kind !== "slow" && (
        <SelectField label="How" choices={choicesOf(choices[kind])} {...ofStep("how", `${path}.how`)} />
      )}
      <div className="grid grid-cols-2 gap-3">
        {how === "status" && (
          <>
            <TextField label="Status" {...field("status", "respond.status")} />
            <TextField
              label="Retry-After in seconds"
              hint="Empty: no such header"
              {...field("retryAfter", "respond.retryAfter")}
            />
          </>
        )}
        {isUpload && (
          <TextField label="Bytes" {...field("bytes", how === "bandwidth" ? "bandwidth" : "break.cutAfterBytes")} />
        )}
        {how === "latency" && latency}
      </div>
      {how !== "pass" && (
        <details open={isUnusual(step)} className="rounded-md border border-line">
          <summary className="rounded px-3 py-1.5 text-muted hover:text-ink">
            {how === "status" ? "Body, delay and timing" : "Delay and timing"}
          </summary>
          <div className="grid grid-cols-2 gap-3 border-t border-line p-3">
            {how === "status" && (
              <TextField
                className="col-span-2"
                label="Body of the response"
                hint="JSON is sent as JSON, anything else as text. Empty: the default error"
                {...field("body", "respond.body")}
              />
            )}
            {how !== "latency" && latency}
            {mayComeAfter && (
              <SelectField
                className="col-span-2"
                label="When"
                choices={choicesOf(whenLabels)}
                {...ofStep("when", `${path}.when`)}
              />
            )}
          </div>
        </details>
      )}
    </>
  );
}

function isUnusual({ how, body, latencyMs, when }: Step): boolean {
  return body !== "" || when === "after" || (how !== "latency" && latencyMs !== "");
}

/** The steps of a sequence: one for each request that matches, in order. */
export function SequenceFields({
  steps,
  at,
  onChange,
}: {
  steps: readonly Step[];
  at: FormState["at"];
  onChange: (steps: readonly Step[]) => void;
}) {
  return (
    <div className="flex flex-col gap-3">
      {steps.map((step, index) => (
        <fieldset key={step.key} className="flex min-w-0 flex-col gap-3 rounded-lg border border-line p-3">
          <legend className="px-1 text-xs font-medium">Request {index + 1}</legend>
          <StepFields
            step={step}
            kind="sequence"
            path={`then.sequence[${index}]`}
            at={at}
            onChange={(next) => onChange(steps.with(index, next))}
          />
          <div className="flex justify-end">
            <IconButton
              label={`Remove step ${index + 1}`}
              icon={<X size={15} aria-hidden />}
              disabled={steps.length === 1}
              onClick={() => onChange(steps.toSpliced(index, 1))}
            />
          </div>
        </fieldset>
      ))}
      <div>
        <Button isSmall icon={<Plus size={13} aria-hidden />} onClick={() => onChange([...steps, newStep()])}>
          Add a step
        </Button>
      </div>
    </div>
  );
}

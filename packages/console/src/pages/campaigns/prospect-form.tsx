/** One prospect, with any further fields. */
import { Plus, UserPlus, X } from "lucide-react";
import { type Connection, useConnection } from "../../connection/connection.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Form, TextField } from "../../ui/form-fields.tsx";
import { Panel } from "../../ui/page.tsx";
import { type Problems, useForm } from "../../ui/use-form.ts";
import { fingerprintOf, ProspectLedger } from "./prospect-ledger.ts";
import type { SendResult } from "./send-result.ts";
import { sendOnce } from "./use-sending.ts";

interface ProspectFields {
  name: string;
  phone: string;
  others: readonly OtherField[];
}

interface OtherField {
  /** Stays the same when other fields are removed. */
  id: string;
  key: string;
  value: string;
}

let addedFields = 0;

function newField(): OtherField {
  addedFields += 1;
  return { id: `other-${addedFields}`, key: "", value: "" };
}

const noFields: ProspectFields = { name: "", phone: "", others: [] };

function problemsOf({ name, phone, others }: ProspectFields): Problems {
  return {
    name: name.trim() === "" ? "Write the prospect's name." : undefined,
    phone: phone.trim() === "" ? "Write the prospect's phone." : undefined,
    ...Object.fromEntries(others.map(({ id, key }) => [id, keyProblem(key.trim())])),
  };
}

function keyProblem(key: string): string | undefined {
  if (key === "") return "Write the field's name.";
  return key === "name" || key === "phone" ? "This field is above." : undefined;
}

/** The form. */
export function ProspectForm({ campaignId }: { campaignId: string }) {
  const connection = useConnection();
  const form = useForm({
    initial: noFields,
    problemsOf,
    send: (fields: ProspectFields, signal) => addProspect({ connection, campaignId, signal }, fields),
    onSent({ result, error }) {
      if (result.state === "added") form.reset();
      else form.refuse(error);
    },
  });
  const { values, at, change, sent } = form;
  return (
    <Panel title="One prospect">
      <Form
        form={form}
        label="Add prospect"
        icon={<UserPlus size={15} aria-hidden />}
        isOff={connection.isReadOnly}
        className="gap-4 p-4"
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Name" {...form.field("name")} />
          <TextField label="Phone" type="tel" {...form.field("phone")} />
        </div>
        <OtherFields fields={values.others} at={at} onChange={(others) => change({ others })} />
        <Button
          className="self-start"
          icon={<Plus size={14} aria-hidden />}
          onClick={() => change({ others: [...values.others, newField()] })}
        >
          Add a field
        </Button>
        {sent && <Result {...sent} />}
      </Form>
    </Panel>
  );
}

function OtherFields({
  fields,
  at,
  onChange,
}: {
  fields: readonly OtherField[];
  at: (id: string) => string | undefined;
  onChange: (fields: readonly OtherField[]) => void;
}) {
  const change = (id: string, changes: Partial<OtherField>) =>
    onChange(fields.map((field) => (field.id === id ? { ...field, ...changes } : field)));
  return fields.map(({ id, key, value }, index) => (
    <div key={id} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2rem] items-start gap-x-3">
      <TextField
        label={`Name of field ${index + 1}`}
        value={key}
        problem={at(id)}
        onChange={(text) => change(id, { key: text })}
      />
      <TextField label={`Value of field ${index + 1}`} value={value} onChange={(text) => change(id, { value: text })} />
      <IconButton
        label={`Remove field ${index + 1}`}
        icon={<X size={15} aria-hidden />}
        className="mt-5.5"
        onClick={() => onChange(fields.filter((field) => field.id !== id))}
      />
    </div>
  ));
}

async function addProspect(
  target: { connection: Connection; campaignId: string; signal: AbortSignal },
  { name, phone, others }: ProspectFields,
): Promise<{ result: SendResult; error?: unknown }> {
  const further = Object.fromEntries(others.map(({ key, value }) => [key.trim(), value]));
  const prospect = { ...further, name: name.trim(), phone: phone.trim() };
  const known = await new ProspectLedger(target.connection, target.campaignId).known();
  const state = known.get(fingerprintOf(prospect));
  if (state === undefined || state === "added") {
    const { result, error } = await sendOnce(target, prospect);
    return target.signal.aborted ? { result: { ...result, message: "You have stopped waiting." } } : { result, error };
  }
  const message = "It was sent before, and no usable response came. It is not sent again: look in the service.";
  return { result: { state: "uncertain", message } };
}

/** What became of it. The error itself stands at the fields, or at the end of the form. */
function Result({ result: { state, message }, error }: { result: SendResult; error?: unknown }) {
  if (state === "added")
    return (
      <p role="status" className="rounded-md bg-good-soft px-3 py-2 text-good">
        Added. {message}
      </p>
    );
  if (state === "uncertain")
    return (
      <p role="alert" className="rounded-md border border-warn/40 bg-warn-soft px-3 py-2 text-warn">
        It is uncertain whether the prospect was added. {error === undefined && message}
      </p>
    );
  if (error !== undefined) return null;
  return (
    <p role="alert" className="rounded-md border border-bad/40 bg-bad-soft px-3 py-2 text-bad">
      The service has not added it: {message}
    </p>
  );
}

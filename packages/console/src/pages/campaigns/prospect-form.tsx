/** One prospect, with any further fields. */
import { ApiError } from "@call-analysis/sdk";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useMutation } from "@tanstack/react-query";
import { Plus, UserPlus, X } from "lucide-react";
import { useFieldArray, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { type Connection, useConnection } from "../../connection/connection.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Panel } from "../../ui/page.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { fingerprintOf, ProspectLedger } from "./prospect-ledger.ts";
import type { SendResult } from "./send-result.ts";
import { sendOnce } from "./use-sending.ts";

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, "Write the prospect's name.")),
  phone: z.string().check(z.trim(), z.minLength(1, "Write the prospect's phone.")),
  others: z.array(
    z.object({
      key: z.string().check(
        z.trim(),
        z.minLength(1, "Write the field's name."),
        z.refine((key) => key !== "name" && key !== "phone", "This field is above."),
      ),
      value: z.string(),
    }),
  ),
});

type ProspectFields = z.infer<typeof schema>;

/** The form. */
export function ProspectForm({ campaignId }: { campaignId: string }) {
  const connection = useConnection();
  const { register, control, handleSubmit, setError, reset, formState } = useForm<ProspectFields>({
    resolver: standardSchemaResolver(schema),
    defaultValues: { name: "", phone: "", others: [] },
  });
  const others = useFieldArray({ control, name: "others" });
  const add = useMutation({
    mutationFn: (fields: ProspectFields) => addProspect({ connection, campaignId }, fields),
    onSuccess({ result, error }) {
      if (result.state === "added") reset();
      for (const { field, message } of fieldProblems(error)) setError(field, { message }, { shouldFocus: true });
    },
  });
  const { errors } = formState;
  return (
    <Panel title="One prospect">
      <form
        noValidate
        onSubmit={(event) => void handleSubmit((fields) => add.mutate(fields))(event)}
        className="flex flex-col gap-4 p-4"
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Name" autoComplete="off" problem={errors.name?.message} {...register("name")} />
          <TextField
            label="Phone"
            type="tel"
            autoComplete="off"
            problem={errors.phone?.message}
            {...register("phone")}
          />
        </div>
        {others.fields.map(({ id }, index) => (
          <div key={id} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2rem] items-start gap-x-3">
            <TextField
              label={`Name of field ${index + 1}`}
              autoComplete="off"
              problem={errors.others?.[index]?.key?.message}
              {...register(`others.${index}.key`)}
            />
            <TextField
              label={`Value of field ${index + 1}`}
              autoComplete="off"
              {...register(`others.${index}.value`)}
            />
            <IconButton
              label={`Remove field ${index + 1}`}
              icon={<X size={15} aria-hidden />}
              className="mt-5.5"
              onClick={() => others.remove(index)}
            />
          </div>
        ))}
        {add.error && <ErrorState error={add.error} />}
        {add.data && <Result {...add.data} />}
        <div className="flex flex-wrap justify-between gap-2">
          <Button icon={<Plus size={14} aria-hidden />} onClick={() => others.append({ key: "", value: "" })}>
            Add a field
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={connection.isReadOnly || add.isPending}
            icon={<UserPlus size={15} aria-hidden />}
          >
            Add prospect
          </Button>
        </div>
      </form>
    </Panel>
  );
}

async function addProspect(
  target: { connection: Connection; campaignId: string },
  { name, phone, others }: ProspectFields,
): Promise<{ result: SendResult; error?: unknown }> {
  const prospect = { ...Object.fromEntries(others.map(({ key, value }) => [key, value])), name, phone };
  const known = await new ProspectLedger(target.connection, target.campaignId).known();
  const state = known.get(fingerprintOf(prospect));
  if (state === undefined || state === "added") return sendOnce(target, prospect);
  const message = "It was sent before, and no usable response came. It is not sent again: look in the service.";
  return { result: { state: "uncertain", message } };
}

function Result({ result: { state, message }, error }: { result: SendResult; error?: unknown }) {
  if (state === "added")
    return (
      <p role="status" className="rounded-md bg-good-soft px-3 py-2 text-good">
        Added. {message}
      </p>
    );
  if (fieldProblems(error).length > 0) return null;
  return (
    <div className="flex flex-col gap-2">
      {state === "uncertain" && (
        <p role="alert" className="rounded-md border border-warn/40 bg-warn-soft px-3 py-2 text-warn">
          It is uncertain whether the prospect was added. {error === undefined && message}
        </p>
      )}
      {state === "refused" && error === undefined && (
        <p role="alert" className="rounded-md border border-bad/40 bg-bad-soft px-3 py-2 text-bad">
          The service has not added it: {message}
        </p>
      )}
      {error !== undefined && <ErrorState error={error} />}
    </div>
  );
}

function fieldProblems(error: unknown): { field: "name" | "phone"; message: string }[] {
  if (!ApiError.is(error)) return [];
  return error.fieldErrors.flatMap(({ path, message }) => {
    const field = path.split(".").at(-1);
    return field === "name" || field === "phone" ? [{ field, message: `The service refused it: ${message}` }] : [];
  });
}

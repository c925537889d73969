/** The form of an agent, for a new one and for changes. What the service refuses is shown at its field. */
import { type Agent, ApiError } from "@call-analysis/sdk";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { useConnection } from "../../connection/connection.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { showToast } from "../../ui/toasts.tsx";

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, "Write the agent's full name.")),
  email: z.string().check(z.trim(), z.minLength(1, "Write the agent's e-mail."), z.email("This is no e-mail address.")),
});

type AgentFields = z.infer<typeof schema>;

/** The dialog. */
export function AgentDialog({ agent, onClose }: { agent: Agent | null; onClose: () => void }) {
  return (
    <Dialog title={agent ? "Change agent" : "New agent"} isOpen onClose={onClose}>
      <AgentForm agent={agent} onDone={onClose} />
    </Dialog>
  );
}

function AgentForm({ agent, onDone }: { agent: Agent | null; onDone: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm<AgentFields>({
    resolver: standardSchemaResolver(schema),
    defaultValues: { name: agent?.name ?? "", email: agent?.email ?? "" },
  });
  const { errors } = formState;
  const save = useSaveAgent(agent, {
    onSaved: onDone,
    onRefused: (refused) => {
      for (const { field, message } of refused) setError(field, { message }, { shouldFocus: true });
    },
  });
  const isAtFields = fieldProblems(save.error).length > 0;
  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit((fields) => save.mutate(fields))(event)}
      className="flex flex-col gap-4"
    >
      <TextField label="Full name" autoComplete="off" problem={errors.name?.message} {...register("name")} />
      <TextField
        label="E-mail"
        type="email"
        autoComplete="off"
        problem={errors.email?.message}
        {...register("email")}
      />
      {save.error && !isAtFields && <ErrorState error={save.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={save.isPending}>
          {agent ? "Save" : "Create"}
        </Button>
      </div>
    </form>
  );
}

function useSaveAgent(
  agent: Agent | null,
  { onSaved, onRefused }: { onSaved: () => void; onRefused: (problems: FieldProblem[]) => void },
) {
  const { client } = useConnection();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (fields: AgentFields) => {
      if (agent) await client.agents.update(agent.id, fields);
      else await client.agents.create(fields);
    },
    async onSuccess(_, { name }) {
      await queries.invalidateQueries({ queryKey: ["agents"] });
      showToast(agent ? `${name} is changed` : `${name} is created`);
      onSaved();
    },
    onError: (error) => onRefused(fieldProblems(error)),
  });
}

interface FieldProblem {
  field: keyof AgentFields;
  message: string;
}

/** What an error says about the fields of the form. */
function fieldProblems(error: unknown): FieldProblem[] {
  if (!ApiError.is(error)) return [];
  return error.fieldErrors.flatMap(({ path, message }) => {
    const field = path.split(".").at(-1);
    return field === "name" || field === "email" ? [{ field, message: `The service refused it: ${message}` }] : [];
  });
}

/** The form of an agent, for a new one and for changes. What the service refuses is shown at its field. */
import type { Agent } from "@call-analysis/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useConnection } from "../../connection/connection.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { type Problems, refusedFields, useForm } from "../../ui/use-form.ts";

interface AgentFields {
  name: string;
  email: string;
}

/** The fields at which the service can refuse something. */
const shownFields = ["name", "email"];

function problemsOf({ name, email }: AgentFields): Problems {
  return {
    name: name.trim() === "" ? "Write the agent's full name." : undefined,
    email:
      email.trim() === "" ? "Write the agent's e-mail." : isEmail(email) ? undefined : "This is no e-mail address.",
  };
}

/** Catches what was not finished. The service has the last word. */
function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
}

/** The dialog. */
export function AgentDialog({ agent, onClose }: { agent: Agent | null; onClose: () => void }) {
  return (
    <Dialog title={agent ? "Change agent" : "New agent"} isOpen onClose={onClose}>
      <AgentForm agent={agent} onDone={onClose} />
    </Dialog>
  );
}

function AgentForm({ agent, onDone }: { agent: Agent | null; onDone: () => void }) {
  const { ref, values, problems, change, refuse, submit } = useForm<AgentFields>({
    initial: { name: agent?.name ?? "", email: agent?.email ?? "" },
    problemsOf,
    onSubmit: ({ name, email }) => save.mutate({ name: name.trim(), email: email.trim() }),
  });
  const save = useSaveAgent(agent, { onSaved: onDone, onRefused: refuse });
  const isAtFields = Object.keys(refusedFields(save.error, shownFields)).length > 0;
  return (
    <form ref={ref} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="Full name"
        autoComplete="off"
        value={values.name}
        problem={problems.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextField
        label="E-mail"
        type="email"
        autoComplete="off"
        value={values.email}
        problem={problems.email}
        onChange={({ target }) => change({ email: target.value })}
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
  { onSaved, onRefused }: { onSaved: () => void; onRefused: (problems: Problems) => void },
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
    onError: (error) => onRefused(refusedFields(error, shownFields)),
  });
}

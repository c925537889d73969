/** The form of an agent, for a new one and for changes. What the service refuses is shown at its field. */
import type { Agent } from "@call-analysis/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { useConnection } from "../../connection/connection.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { FormEnd, TextField } from "../../ui/form-fields.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { type Problems, useForm } from "../../ui/use-form.ts";

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
  const { client } = useConnection();
  const queries = useQueryClient();
  const form = useForm<AgentFields>({
    initial: { name: agent?.name ?? "", email: agent?.email ?? "" },
    problemsOf,
    async send(values) {
      const fields = { name: values.name.trim(), email: values.email.trim() };
      if (agent) await client.agents.update(agent.id, fields);
      else await client.agents.create(fields);
    },
    async onSent(_, { name }) {
      await queries.invalidateQueries({ queryKey: ["agents"] });
      showToast(agent ? `${name.trim()} is changed` : `${name.trim()} is created`);
      onDone();
    },
  });
  const { ref, values, at, change, error, isPending } = form;
  return (
    <form ref={ref} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <TextField label="Full name" value={values.name} problem={at("name")} onChange={(name) => change({ name })} />
      <TextField
        label="E-mail"
        type="email"
        value={values.email}
        problem={at("email")}
        onChange={(email) => change({ email })}
      />
      {form.beside(shownFields) !== undefined && <ErrorState error={error} />}
      <FormEnd label={agent ? "Save" : "Create"} isPending={isPending} onCancel={onDone} />
    </form>
  );
}

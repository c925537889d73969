/** The dialogs that register, change and delete agents. */
import type { Agent } from "@call-analysis/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { useConnection } from "../../connection/connection.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { TextField } from "../../ui/form-fields.tsx";
import { isolated } from "../../ui/isolated.ts";
import { showToast } from "../../ui/toasts.tsx";
import { useForm } from "../../ui/use-form.ts";

interface AgentFields {
  name: string;
  email: string;
}

/** The form for a new or changed agent. Fields that the service refuses show its message. */
export function AgentDialog({ agent, onClose }: { agent: Agent | null; onClose: () => void }) {
  const { client } = useConnection();
  const queries = useQueryClient();
  const form = useForm<AgentFields>({
    initial: { name: agent?.name ?? "", email: agent?.email ?? "" },
    async send(values, signal) {
      const fields = { name: values.name.trim(), email: values.email.trim() };
      if (agent) await client.agents.update(agent.id, fields, { signal });
      else await client.agents.create(fields, { signal });
    },
    onSent(_, { name }) {
      showToast(`${isolated(name.trim())} is ${agent ? "changed" : "created"}`);
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["agents"] }),
  });
  return (
    <FormDialog
      title={agent ? "Change agent" : "New agent"}
      form={form}
      label={agent ? "Save" : "Create"}
      onClose={onClose}
    >
      <TextField label="Full name" {...form.field("name")} />
      <TextField label="E-mail" type="email" {...form.field("email")} />
    </FormDialog>
  );
}

/** Asks before an agent is deleted. */
export function DeleteAgentDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const { client } = useConnection();
  const queries = useQueryClient();
  const remove = async () => {
    await client.agents.delete(agent.id);
    await queries.invalidateQueries({ queryKey: ["agents"] });
    showToast(`${isolated(agent.name)} is deleted`);
    onClose();
  };
  return (
    <ConfirmDialog title={`Delete ${isolated(agent.name)}?`} action="Delete" onConfirm={remove} onClose={onClose}>
      <span className="break-all">{agent.email}</span> can take no new calls after that. This cannot be undone.
    </ConfirmDialog>
  );
}

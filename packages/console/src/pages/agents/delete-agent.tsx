import type { Agent } from "@call-analysis/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { useConnection } from "../../connection/connection.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { isolated } from "../../ui/isolated.ts";
import { showToast } from "../../ui/toasts.tsx";

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
      <span className="break-all">{agent.email}</span> can handle no new calls after that. It cannot be undone.
    </ConfirmDialog>
  );
}

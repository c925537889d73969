import type { Agent } from "@call-analysis/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useConnection } from "../../connection/connection.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { showToast } from "../../ui/toasts.tsx";

/** Asks before an agent is deleted. */
export function DeleteAgentDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const { client } = useConnection();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client.agents.delete(agent.id),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ["agents"] });
      showToast(`${agent.name} is deleted`);
      onClose();
    },
  });
  return (
    <Dialog title={`Delete ${agent.name}?`} isOpen onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p>
          <span className="break-all">{agent.email}</span> can handle no new calls after that. It cannot be undone.
        </p>
        {remove.error && <ErrorState error={remove.error} onRetry={() => remove.mutate()} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

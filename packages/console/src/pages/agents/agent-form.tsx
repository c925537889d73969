/** The form of an agent, for a new one and for changes. What the service refuses is shown at its field. */
import type { Agent } from "@call-analysis/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useConnection } from "../../connection/connection.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { FormProblem } from "../../ui/form-fields.tsx";
import { isolated } from "../../ui/isolated.ts";
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
  return <AgentForm agent={agent} onDone={onClose} />;
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
    <Dialog title={agent ? "Change agent" : "New agent"} isOpen isBusy={save.isPending} onClose={onDone}>
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
        {save.isStopped ? (
          <FormProblem>
            You have stopped waiting. The service may have {agent ? "changed" : "created"} the agent all the same: look
            in the list before you try again.
          </FormProblem>
        ) : (
          save.error && !isAtFields && <ErrorState error={save.error} />
        )}
        <div className="flex items-center justify-end gap-2">
          {save.isPending && (
            <p role="status" className="mr-auto text-muted">
              Waiting for the service…
            </p>
          )}
          <Button onClick={save.isPending ? save.stop : onDone}>{save.isPending ? "Stop waiting" : "Cancel"}</Button>
          <Button type="submit" variant="primary" disabled={save.isPending}>
            {agent ? "Save" : "Create"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function useSaveAgent(
  agent: Agent | null,
  { onSaved, onRefused }: { onSaved: () => void; onRefused: (problems: Problems) => void },
) {
  const { client } = useConnection();
  const queries = useQueryClient();
  const running = useRef<AbortController>(undefined);
  const mutation = useMutation({
    mutationFn: async (fields: AgentFields) => {
      running.current = new AbortController();
      const { signal } = running.current;
      if (agent) await client.agents.update(agent.id, fields, { signal });
      else await client.agents.create(fields, { signal });
    },
    onSuccess(_, { name }) {
      showToast(`${isolated(name)} is ${agent ? "changed" : "created"}`);
      onSaved();
    },
    onError: (error) => onRefused(refusedFields(error, shownFields)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["agents"] }),
  });
  const isStopped = mutation.isError && running.current?.signal.aborted === true;
  return { ...mutation, isStopped, stop: () => running.current?.abort() };
}

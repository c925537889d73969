/** The people whose calls are analysed. */
import type { Agent } from "@call-analysis/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useConnection } from "../../connection/connection.ts";
import { agentsQuery } from "../../data/queries.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { countText, dateText, dateTimeText } from "../../ui/format.ts";
import { isolated } from "../../ui/isolated.ts";
import { CopyButton, EmptyState, Page } from "../../ui/page.tsx";
import { Loaded } from "../../ui/query-states.tsx";
import { AgentDialog, DeleteAgentDialog } from "./agent-dialogs.tsx";

/** The dialog that is open above the table. */
type Open = { dialog: "form"; agent: Agent | null } | { dialog: "delete"; agent: Agent };

/** The page. */
export function AgentsPage() {
  const connection = useConnection();
  const agents = useQuery(agentsQuery(connection));
  const [open, setOpen] = useState<Open>();
  const columns = useMemo(() => columnsOf(setOpen), []);
  const close = () => setOpen(undefined);
  const newAgent = (
    <Button
      variant="primary"
      icon={<Plus size={16} aria-hidden />}
      onClick={() => setOpen({ dialog: "form", agent: null })}
    >
      New agent
    </Button>
  );
  return (
    <Page title="Agents" description={agents.data && countText(agents.data.length, "agent")} actions={newAgent}>
      <Loaded query={agents} what="the agents">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No agents yet">
              A call belongs to an agent. Choose “New agent” to register one.
            </EmptyState>
          ) : (
            <DataTable label="Agents" rows={rows} columns={columns} rowId={({ id }) => id} rowHeightPx={52} />
          )
        }
      </Loaded>
      {open?.dialog === "form" && <AgentDialog agent={open.agent} onClose={close} />}
      {open?.dialog === "delete" && <DeleteAgentDialog agent={open.agent} onClose={close} />}
    </Page>
  );
}

function columnsOf(onOpen: (open: Open) => void): readonly TableColumn<Agent>[] {
  return [
    {
      id: "name",
      header: "Name",
      className: "w-full max-w-0 min-w-36",
      cell: (agent) => <AgentName agent={agent} />,
    },
    {
      id: "id",
      header: "Id",
      className: "hidden lg:table-cell whitespace-nowrap",
      cell: ({ id }) => (
        <span className="inline-flex items-center gap-1">
          <code className="font-mono text-xs text-muted">{id}</code>
          <CopyButton text={id} label="Copy the agent's id" />
        </span>
      ),
    },
    {
      id: "created",
      header: "Since",
      className: "hidden sm:table-cell whitespace-nowrap text-muted",
      cell: ({ createdAt }) =>
        createdAt && (
          <time dateTime={createdAt} title={dateTimeText(createdAt)}>
            {dateText(createdAt)}
          </time>
        ),
    },
    {
      id: "actions",
      header: "Actions",
      className: "text-right whitespace-nowrap",
      cell: (agent) => (
        <span className="inline-flex justify-end">
          <IconButton
            label={`Change ${isolated(agent.name)}`}
            icon={<Pencil size={15} aria-hidden />}
            onClick={() => onOpen({ dialog: "form", agent })}
          />
          <IconButton
            label={`Delete ${isolated(agent.name)}`}
            icon={<Trash2 size={15} aria-hidden />}
            onClick={() => onOpen({ dialog: "delete", agent })}
          />
        </span>
      ),
    },
  ];
}

/** The name leads to the agent's calls. */
function AgentName({ agent: { id, name, email } }: { agent: Agent }) {
  return (
    <Link
      to="/calls"
      search={{ agent: id }}
      data-row-link
      title={`Calls of ${isolated(name)}`}
      className="block min-w-0 rounded hover:text-accent"
    >
      <span className="block font-medium wrap-anywhere">{name}</span>
      <span className="block text-xs wrap-anywhere text-muted">{email}</span>
      <code className="block font-mono text-xs wrap-anywhere text-muted lg:hidden">{id}</code>
    </Link>
  );
}

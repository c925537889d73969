/** The list of what the fake is told to do, on the pages of faults, gates and rules. */
import { type UseQueryResult, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useConnection, useControl } from "../connection/connection.ts";
import type { Area } from "../data/freshness.ts";
import { Button } from "../ui/button.tsx";
import { ErrorState, errorFacts } from "../ui/error-state.tsx";
import { EmptyState, Panel, Skeleton } from "../ui/page.tsx";
import { showToast } from "../ui/toasts.tsx";

interface ControlListProps<Entry> {
  label: string;
  /** The entries as they were read; its `data` is missing until then. */
  query: Pick<UseQueryResult<readonly Entry[]>, "data" | "error" | "refetch">;
  /** What it means that there is none, and how the first is added: on the page, and from a terminal. */
  empty: { title: string; button: string; path: string; body: object };
  row: (entry: Entry) => ReactNode;
}

/** A list on a panel; while there is none, what to do about it. */
export function ControlList<Entry>({ label, query, empty, row }: ControlListProps<Entry>) {
  const { isReadOnly } = useConnection();
  const { data: entries, error, refetch } = query;
  if (error && !entries) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!entries)
    return (
      <Panel>
        <Skeleton lines={4} />
      </Panel>
    );
  if (entries.length === 0) return isReadOnly ? <EmptyElsewhere /> : <Empty {...empty} />;
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-lg border border-line bg-panel">
      {entries.map(row)}
    </ul>
  );
}

function Empty({ title, button, path, body }: ControlListProps<never>["empty"]) {
  const command = useControlCommand()(path, body);
  return (
    <EmptyState title={title} {...(command !== undefined && { command })}>
      Choose “{button}”{command === undefined ? "." : ", or add one from a terminal or a test."}
    </EmptyState>
  );
}

/** One of the list: what it is, and the button that ends it. */
export function ControlListRow({
  title,
  children,
  action,
}: {
  title: ReactNode;
  children?: ReactNode;
  action: ReactNode;
}) {
  return (
    <li className="flex min-w-0 items-start gap-3 px-4 py-3">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">{title}</div>
        {children}
      </div>
      {action}
    </li>
  );
}

/** The button that removes one of the list, or releases a gate. */
export function EndButton({
  area,
  path,
  children,
}: {
  area: Area;
  /** What is deleted, such as `/faults/fault-1`. */
  path: string;
  children: ReactNode;
}) {
  const control = useControl();
  const { isReadOnly } = useConnection();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => control.send("DELETE", path),
    onError: (error) => showToast("The fake did not do it", errorFacts(error).message),
    onSettled: () => queries.invalidateQueries({ queryKey: [area] }),
  });
  return (
    <Button isSmall disabled={isReadOnly || isPending} onClick={() => mutate()}>
      {children}
    </Button>
  );
}

/** Instead of an empty list in a tab that does not have the fake: it cannot know. */
export function EmptyElsewhere() {
  return (
    <EmptyState title="This is in the other tab">
      The tab that has the fake has its journal, faults, gates and rules too. This tab shows its data only.
    </EmptyState>
  );
}

/** How the control interface is reached from a terminal, for commands to copy. */
function useControlCommand(): (path: string, body: object) => string | undefined {
  const { kind } = useConnection();
  const { url, headers } = useControl();
  if (kind !== "fake") return () => undefined;
  const token = "x-admin-token" in headers ? ' -H "x-admin-token: $ADMIN_TOKEN"' : "";
  return (path, body) => `curl -X POST ${url}${path}${token} -d '${JSON.stringify(body)}'`;
}

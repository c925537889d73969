/** The list of what the fake is told to do, on the pages of faults, gates and rules. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useConnection, useControl } from "../connection/connection.ts";
import type { Area } from "../data/freshness.ts";
import { Button } from "../ui/button.tsx";
import { errorFacts } from "../ui/error-state.tsx";
import { EmptyState } from "../ui/page.tsx";
import { showToast } from "../ui/toasts.tsx";

/** A list on a panel. */
export function ControlList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-lg border border-line bg-panel">
      {children}
    </ul>
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
export function useControlCommand(): (path: string, body: object) => string | undefined {
  const { kind } = useConnection();
  const { url, headers } = useControl();
  if (kind !== "fake") return () => undefined;
  const token = "x-admin-token" in headers ? ' -H "x-admin-token: $ADMIN_TOKEN"' : "";
  return (path, body) => `curl -X POST ${url}${path}${token} -d '${JSON.stringify(body)}'`;
}

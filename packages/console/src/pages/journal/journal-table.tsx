import type { JournalEntry } from "@call-analysis/mock";
import { Link, useParams } from "@tanstack/react-router";
import { Zap } from "lucide-react";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { FoldedText } from "../../ui/folded-text.tsx";
import { callOf } from "./code/recorded-request.ts";
import { HttpStatus } from "./http-status.tsx";
import { faultText, outcomeText } from "./outcome-text.ts";
import { clockText } from "./times.ts";

const columns: readonly TableColumn<JournalEntry>[] = [
  {
    id: "operation",
    header: "Request",
    className: "w-full max-w-0 min-w-40",
    cell: (entry) => <EntryName entry={entry} />,
  },
  {
    id: "status",
    header: "Status and time",
    cell: ({ status, faults, startedAt }) => (
      <>
        <span className="flex items-center gap-1.5 whitespace-nowrap">
          <HttpStatus status={status} />
          {faults.length > 0 && (
            <Zap size={13} className="text-warn" role="img" aria-label={`Fault: ${faults.map(faultText).join(", ")}`} />
          )}
        </span>
        <time dateTime={startedAt} className="text-xs text-muted tabular-nums">
          {clockText(startedAt)}
        </time>
      </>
    ),
  },
];

/** The entries as a table. */
export function JournalTable({ entries }: { entries: readonly JournalEntry[] }) {
  const { entryId } = useParams({ strict: false });
  return (
    <DataTable
      label="Entries"
      rows={entries}
      columns={columns}
      rowId={({ id }) => String(id)}
      rowHeightPx={50}
      selectedId={entryId}
    />
  );
}

function EntryName({ entry }: { entry: JournalEntry }) {
  const { id, operation, method, path } = entry;
  const call = callOf(entry);
  // The path of a poll has the id.
  const result = operation === "getCallAnalysis" ? call.status : call.id;
  const outcome = outcomeText(entry);
  return (
    <>
      <Link
        to="/fake/journal/$entryId"
        params={{ entryId: String(id) }}
        search={(previous) => previous}
        data-row-link
        className="rounded font-medium hover:text-accent"
      >
        {operation ?? "No operation"}
      </Link>
      <FoldedText className="font-mono text-xs break-all text-muted">
        {method} {path}
        {result && <span className="text-ink"> · {result}</span>}
      </FoldedText>
      {outcome && <FoldedText className="text-xs text-warn">{outcome}</FoldedText>}
    </>
  );
}

import { Check, CircleHelp, Clock3, LoaderCircle, type LucideIcon, TriangleAlert, X } from "lucide-react";
import { useMemo } from "react";
import { classNames } from "../../ui/class-names.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import type { ProspectRow } from "./prospect-csv.ts";
import type { SendResult, SendState } from "./send-result.ts";

/** A row of the table: of the file, with what became of it. */
export interface PreviewRow extends ProspectRow {
  state: SendState | "bad row";
  note: string;
}

/** The rows of the file with their results. */
export function previewRows(rows: readonly ProspectRow[], results: ReadonlyMap<number, SendResult>): PreviewRow[] {
  return rows.map((each) => {
    if (each.problems.length > 0) return { ...each, state: "bad row", note: each.problems.join(" ") };
    const { state, message } = results.get(each.row) ?? { state: "ready", message: "" };
    return { ...each, state, note: message };
  });
}

/** What needs a person comes first. */
const order: readonly PreviewRow["state"][] = [
  "bad row",
  "uncertain",
  "refused",
  "not sent",
  "sending",
  "ready",
  "added",
];

const looks: Readonly<Record<PreviewRow["state"], { icon: LucideIcon; classes: string }>> = {
  "bad row": { icon: TriangleAlert, classes: "text-bad" },
  uncertain: { icon: CircleHelp, classes: "text-warn" },
  refused: { icon: X, classes: "text-bad" },
  "not sent": { icon: X, classes: "text-warn" },
  sending: { icon: LoaderCircle, classes: "text-accent [&>svg]:animate-spin" },
  ready: { icon: Clock3, classes: "text-muted" },
  added: { icon: Check, classes: "text-good" },
};

const columns: readonly TableColumn<PreviewRow>[] = [
  {
    id: "row",
    header: "Row",
    className: "text-muted",
    isNumeric: true,
    sortBy: ({ row }) => row,
    cell: ({ row }) => row,
  },
  {
    id: "state",
    header: "State",
    className: "whitespace-nowrap",
    sortBy: ({ state, row }) => order.indexOf(state) * 1_000_000 + row,
    cell: ({ state }) => <State state={state} />,
  },
  {
    id: "prospect",
    header: "Prospect",
    className: "w-full max-w-0 min-w-40",
    sortBy: ({ prospect }) => prospect.name ?? null,
    cell: (row) => <ProspectCell row={row} />,
  },
  {
    id: "other",
    header: "Other fields",
    className: "hidden lg:table-cell max-w-64 whitespace-nowrap",
    cell: ({ prospect }) => <OtherFields prospect={prospect} />,
  },
];

/** The table "Preview". */
export function PreviewTable({
  rows,
  sort,
  onSort,
}: {
  rows: readonly PreviewRow[];
  sort: string;
  onSort: (sort: string) => void;
}) {
  const height = useMemo(() => Math.min(520, 44 + rows.length * 60), [rows.length]);
  return (
    <div className="flex min-w-0" style={{ height }}>
      <DataTable
        label="Preview"
        rows={rows}
        columns={columns}
        rowId={({ row }) => String(row)}
        sort={sort}
        onSort={onSort}
        rowHeightPx={60}
        rowClassName={({ state }) => (state === "bad row" ? "bg-bad-soft" : undefined)}
      />
    </div>
  );
}

function State({ state }: { state: PreviewRow["state"] }) {
  const { icon: Icon, classes } = looks[state];
  return (
    <span className={classNames("inline-flex items-center gap-1.5 font-medium", classes)}>
      <Icon size={14} aria-hidden />
      {state}
    </span>
  );
}

function ProspectCell({ row: { prospect, note, state } }: { row: PreviewRow }) {
  return (
    <span className="block min-w-0">
      <span className="block truncate">
        <span className="font-medium">{prospect.name ?? "–"}</span>{" "}
        <span className="text-muted tabular-nums">{prospect.phone}</span>
      </span>
      {note && (
        <span
          title={note}
          className={classNames("block truncate text-xs", state === "added" ? "text-muted" : "text-ink")}
        >
          {note}
        </span>
      )}
    </span>
  );
}

function OtherFields({ prospect: { name: _, phone: __, ...others } }: Pick<ProspectRow, "prospect">) {
  const text = Object.entries(others)
    .map(([key, value]) => `${key}: ${value}`)
    .join(", ");
  return (
    <span title={text} className="block truncate text-muted">
      {text}
    </span>
  );
}

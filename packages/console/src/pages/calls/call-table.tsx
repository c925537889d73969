import { Link } from "@tanstack/react-router";
import type { ListedCall } from "../../connection/control.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { FoldedText, narrowText } from "../../ui/folded-text.tsx";
import {
  dateTimeText,
  fieldsText,
  numberText,
  positionText,
  recordingName,
  shortDateTimeText,
} from "../../ui/format.ts";
import { Status } from "../../ui/status.tsx";

const columns: readonly TableColumn<ListedCall>[] = [
  {
    id: "recording",
    header: "Call",
    className: "w-full max-w-0 min-w-32 sm:min-w-44",
    cell: (call) => <CallName call={call} />,
  },
  {
    id: "status",
    header: "Status",
    cell: ({ status }) => <Status key={status} status={status} className="animate-flash" />,
  },
  {
    id: "agent",
    header: "Agent and category",
    className: "hidden md:table-cell",
    cell: ({ agentName, categoryName }) => (
      <>
        <FoldedText className={narrowText}>{agentName}</FoldedText>
        <FoldedText className={`${narrowText} text-xs text-muted`}>{categoryName}</FoldedText>
      </>
    ),
  },
  {
    id: "outcome",
    header: "Outcome",
    className: "hidden xl:table-cell",
    cell: ({ outcomeLabel }) => <FoldedText className={narrowText}>{outcomeLabel ?? "–"}</FoldedText>,
  },
  {
    id: "udfs",
    header: "User-defined fields",
    className: "hidden min-[90rem]:table-cell",
    cell: ({ udfs }) => <FoldedText className={narrowText}>{fieldsText(udfs)}</FoldedText>,
  },
  {
    id: "score",
    header: "Score",
    isNumeric: true,
    className: "font-medium",
    cell: ({ score }) => (score === null ? "–" : numberText(score)),
  },
  {
    id: "duration",
    header: "Length",
    className: "hidden lg:table-cell",
    isNumeric: true,
    cell: ({ durationSeconds }) => positionText(durationSeconds),
  },
  {
    id: "created",
    header: "Date",
    className: "hidden md:table-cell whitespace-nowrap text-muted",
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={dateTimeText(createdAt)}>
        {shortDateTimeText(createdAt)}
      </time>
    ),
  },
];

/** The calls as a table. User-defined fields have a column where there are some. */
export function CallTable({ calls, onEnd }: { calls: readonly ListedCall[]; onEnd: () => void }) {
  const areThereFields = calls.some(({ udfs }) => Object.keys(udfs).length > 0);
  const shown = columns.filter(({ id }) => id !== "udfs" || areThereFields);
  return <DataTable label="Calls" rows={calls} columns={shown} rowId={({ id }) => id} onEnd={onEnd} rowHeightPx={52} />;
}

function CallName({ call }: { call: ListedCall }) {
  return (
    <>
      <FoldedText className="font-medium">
        <Link to="/calls/$callId" params={{ callId: call.id }} data-row-link className="rounded hover:text-accent">
          {recordingName(call.audioUrl) || call.id}
        </Link>
      </FoldedText>
      <code className="hidden font-mono text-xs text-muted md:block">{call.id}</code>
      <FoldedText className="text-xs text-muted md:hidden">{call.agentName || call.id}</FoldedText>
    </>
  );
}

/** Many prospects, from a CSV: looked at first, then sent, each once. */
import { useMutation } from "@tanstack/react-query";
import { FileSpreadsheet, Send, Square, X } from "lucide-react";
import { useId, useMemo, useState } from "react";
import { useConnection } from "../../connection/connection.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { countText, numberText } from "../../ui/format.ts";
import { Panel } from "../../ui/page.tsx";
import { ProgressBar } from "../../ui/status.tsx";
import { PreviewTable, previewRows } from "./preview-table.tsx";
import { type ProspectRow, readProspects } from "./prospect-csv.ts";
import { useSending } from "./use-sending.ts";

/** The panel. */
export function CsvPanel({ campaignId }: { campaignId: string }) {
  const [name, setName] = useState<string>();
  const read = useMutation({ mutationFn: readProspects });
  const choose = (file: File) => {
    setName(file.name);
    read.mutate(file);
  };
  const loaded = read.data && "rows" in read.data ? read.data : undefined;
  const problem = read.data && "problem" in read.data ? read.data.problem : read.error?.message;
  return (
    <Panel title="Many prospects">
      <div className="flex min-w-0 flex-col gap-4 p-4">
        {loaded && name ? (
          <>
            <div className="flex items-center gap-3 rounded-lg border border-line bg-canvas px-3 py-2">
              <FileSpreadsheet size={20} aria-hidden className="shrink-0 text-accent" />
              <p className="min-w-0 flex-1 truncate font-medium">{name}</p>
              <IconButton
                label="Remove the file"
                icon={<X size={15} aria-hidden />}
                onClick={() => {
                  setName(undefined);
                  read.reset();
                }}
              />
            </div>
            <Sending key={campaignId} campaignId={campaignId} rows={loaded.rows} />
          </>
        ) : (
          <CsvField onFile={choose} />
        )}
        {problem && (
          <p role="alert" className="rounded-md border border-bad/40 bg-bad-soft px-3 py-2 break-words">
            <span className="font-medium text-bad">{name} cannot be used.</span> {problem}
          </p>
        )}
      </div>
    </Panel>
  );
}

function CsvField({ onFile }: { onFile: (file: File) => void }) {
  const id = useId();
  return (
    // Files can be chosen by the field inside; dropping is a second way.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      }}
      className="rounded-lg border border-dashed border-control px-4 py-6 text-center has-focus-visible:border-accent has-focus-visible:bg-accent-soft"
    >
      <p>
        <label htmlFor={id} className="cursor-pointer font-medium text-accent underline underline-offset-2">
          Choose a CSV
        </label>
        , or drop it here
      </p>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,text/csv"
        className="sr-only"
        onChange={({ target }) => {
          if (target.files?.[0]) onFile(target.files[0]);
          // The same file can be chosen again after a change.
          target.value = "";
        }}
      />
      <p className="mt-2 text-xs text-muted">
        The first row names the columns: <code className="font-mono">name</code>,{" "}
        <code className="font-mono">phone</code>, and whatever else is to be sent. You see every row before anything is
        sent.
      </p>
    </div>
  );
}

function Sending({ campaignId, rows }: { campaignId: string; rows: readonly ProspectRow[] }) {
  const { isReadOnly } = useConnection();
  const [sort, setSort] = useState("state");
  const { results, isSending, stoppedBy, send, stop } = useSending(campaignId, rows);
  const preview = useMemo(() => previewRows(rows, results), [rows, results]);
  const count = (...states: readonly string[]) => preview.filter(({ state }) => states.includes(state)).length;
  const bad = preview.filter(({ state }) => state === "bad row");
  const toSend = count("ready", "not sent", "refused");
  const done = count("added", "refused", "uncertain", "not sent");
  const hasBegun = isSending || done > 0;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-48" aria-live={isSending ? "off" : "polite"}>
          <Counts
            preview={[count("added"), count("refused"), count("uncertain"), count("ready", "not sent"), bad.length]}
          />
        </p>
        {isSending ? (
          <Button icon={<Square size={12} fill="currentColor" aria-hidden />} onClick={stop}>
            Stop
          </Button>
        ) : (
          <Button
            variant="primary"
            disabled={isReadOnly || toSend === 0}
            icon={<Send size={15} aria-hidden />}
            onClick={() => void send()}
          >
            {sendText(toSend, done > 0)}
          </Button>
        )}
      </div>
      {hasBegun && (
        <div className="flex">
          <ProgressBar label="Sending" done={done} all={rows.length - bad.length} />
        </div>
      )}
      {stoppedBy !== undefined && <ErrorState error={stoppedBy} />}
      {bad.length > 0 && <BadRows rows={bad.map(({ row }) => row)} />}
      {count("uncertain") > 0 && (
        <p role="status" className="rounded-md border border-warn/40 bg-warn-soft px-3 py-2 text-warn">
          {countText(count("uncertain"), "prospect is uncertain", "prospects are uncertain")}: no usable response came,
          and the service may have added {count("uncertain") === 1 ? "it" : "them"}. This browser does not send{" "}
          {count("uncertain") === 1 ? "it" : "them"} again. Look in the service.
        </p>
      )}
      <PreviewTable rows={preview} sort={sort} onSort={setSort} />
    </>
  );
}

function sendText(count: number, hasBegun: boolean): string {
  if (count === 0) return "Nothing left to send";
  const prospects = countText(count, "prospect");
  return hasBegun ? `Send the other ${prospects}` : `Send ${prospects}`;
}

function Counts({ preview: [added, refused, uncertain, ready, bad] }: { preview: readonly number[] }) {
  const texts = [
    [added, "added"],
    [refused, "refused"],
    [uncertain, "uncertain"],
    [ready, "to send"],
    [bad, bad === 1 ? "bad row" : "bad rows"],
  ] as const;
  return texts
    .filter(([count]) => count)
    .map(([count = 0, text]) => `${numberText(count)} ${text}`)
    .join(" · ");
}

const mostNamed = 60;

function BadRows({ rows }: { rows: readonly number[] }) {
  const named = rows.slice(0, mostNamed).join(", ");
  const more = rows.length > mostNamed ? ` and ${numberText(rows.length - mostNamed)} more` : "";
  return (
    <p role="status" className="rounded-md border border-bad/40 bg-bad-soft px-3 py-2">
      <span className="font-medium text-bad">{countText(rows.length, "row is not sent", "rows are not sent")}</span>:{" "}
      {rows.length === 1 ? "row" : "rows"} {named}
      {more}. The table says why. Mend them in the file and choose it again: what was added is not sent twice.
    </p>
  );
}

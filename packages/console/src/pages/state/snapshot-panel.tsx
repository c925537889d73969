import { useMutation, useQuery } from "@tanstack/react-query";
import { Download, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { useControl } from "../../connection/connection.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { countText, sizeText } from "../../ui/format.ts";
import { Panel } from "../../ui/page.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { type OrganizationSummary, readSnapshotFile } from "./state-summary.ts";
import { useReplacedState } from "./use-replaced-state.ts";

/** Saves the state as a file, and takes one in its place. */
export function SnapshotPanel() {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const { mutate: download, error, isPending } = useDownload();
  return (
    <Panel title="Snapshot">
      <div className="flex flex-col gap-3 p-4">
        <p className="text-muted">
          Agents, categories, calls, uploads, recordings, campaigns, prospects and the clock. Keys, rules and the
          journal are not in it.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button icon={<Download size={15} aria-hidden />} disabled={isPending} onClick={() => download()}>
            Download
          </Button>
          <Button
            icon={<Upload size={15} aria-hidden />}
            onClick={() => {
              if (input.current) input.current.value = "";
              input.current?.click();
            }}
          >
            Upload…
          </Button>
          <input
            ref={input}
            type="file"
            accept="application/json,.json"
            aria-label="Snapshot to upload"
            className="hidden"
            onChange={({ target }) => setFile(target.files?.[0])}
          />
        </div>
        {error && <ErrorState error={error} onRetry={() => download()} />}
      </div>
      {file && <UploadDialog file={file} onClose={() => setFile(undefined)} />}
    </Panel>
  );
}

function useDownload() {
  const control = useControl();
  return useMutation({
    mutationFn: () => control.bytes("/state"),
    onSuccess(snapshot) {
      const address = URL.createObjectURL(snapshot);
      const link = document.createElement("a");
      link.href = address;
      link.download = `call-analysis-state-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}.json`;
      link.click();
      // The browser reads it after the click.
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
      showToast("The snapshot is downloaded", sizeText(snapshot.size));
    },
  });
}

/** Says what the file has, and asks before anything is replaced. */
function UploadDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const control = useControl();
  const onReplaced = useReplacedState();
  const { data: summary, error: problem } = useQuery({
    queryKey: ["snapshot-file", file.name, file.size, file.lastModified],
    queryFn: () => readSnapshotFile(file),
    gcTime: 0,
  });
  const replace = async () => {
    await control.send("PUT", "/state", file);
    showToast("The state is replaced", file.name);
    onClose();
    await onReplaced();
  };
  return (
    <ConfirmDialog
      title="Replace the state?"
      action="Replace"
      problem={problem}
      isImpossible={!summary}
      onConfirm={replace}
      onClose={onClose}
    >
      With {file.name} ({sizeText(file.size)}). What the fake keeps now is lost, unless you have downloaded it.
      {summary && (
        <ul className="mt-3 list-disc pl-5">
          {summary.map((organization) => (
            <li key={organization.id}>{summaryText(organization)}</li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  );
}

function summaryText({ name, agents, categories, calls, recordings }: OrganizationSummary): string {
  const counts = [
    countText(agents, "agent"),
    countText(categories, "category", "categories"),
    countText(calls, "call"),
    countText(recordings, "recording"),
  ];
  return `${name}: ${counts.join(", ")}`;
}

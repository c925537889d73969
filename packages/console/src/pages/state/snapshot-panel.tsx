import { useMutation } from "@tanstack/react-query";
import { Download, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { useControl } from "../../connection/connection.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { saveFile } from "../../ui/download.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { sizeText } from "../../ui/format.ts";
import { Panel } from "../../ui/page.tsx";
import { showToast } from "../../ui/toasts.tsx";
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
          journal are not included, nor are recordings that take more than 64 MiB together.
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
      saveFile(snapshot, `call-analysis-state-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}.json`);
      showToast("The snapshot is downloaded", sizeText(snapshot.size));
    },
  });
}

/** Asks before anything is replaced. */
function UploadDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const control = useControl();
  const onReplaced = useReplacedState();
  const replace = async () => {
    await control.send("PUT", "/state", file);
    showToast("The state is replaced", file.name);
    onClose();
    await onReplaced();
  };
  return (
    <ConfirmDialog title="Replace the state?" action="Replace" onConfirm={replace} onClose={onClose}>
      With {file.name} ({sizeText(file.size)}). The current state is lost unless you have downloaded it.
    </ConfirmDialog>
  );
}

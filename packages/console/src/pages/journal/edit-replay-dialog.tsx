import type { JournalEntry } from "@call-analysis/mock";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextAreaField, TextField } from "../../ui/form-fields.tsx";
import type { ReplayInput } from "./replay.ts";

/** Changes the path and the body before a request is sent again. What is sent need not be valid: that may be the point. */
export function EditReplayDialog({
  entry,
  isPending,
  onSend,
  onStop,
  onClose,
}: {
  entry: JournalEntry;
  isPending: boolean;
  onSend: (input: ReplayInput) => void;
  onStop: () => void;
  onClose: () => void;
}) {
  const { method, request } = entry;
  const hasBody = method !== "GET" && method !== "HEAD";
  const [path, setPath] = useState(entry.path);
  const [body, setBody] = useState(() => editableText(request.content));
  const problem = path.startsWith("/") ? undefined : "must begin with /";
  return (
    <Dialog title="Edit and replay" isOpen isWide onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (problem === undefined) onSend({ entry: { ...entry, path }, body: hasBody && body !== "" ? body : null });
        }}
        className="flex flex-col gap-4"
      >
        <TextField label={`Path of ${method}`} value={path} onChange={setPath} problem={problem} isCode />
        {hasBody && (
          <TextAreaField
            label="Body"
            hint="It is sent as it stands here, also when it is not JSON."
            value={body}
            rows={14}
            onChange={setBody}
          />
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={isPending ? onStop : onClose}>{isPending ? "Stop waiting" : "Cancel"}</Button>
          <Button type="submit" variant="primary" disabled={isPending}>
            Send
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function editableText(content: unknown): string {
  if (content === null || content === undefined) return "";
  return typeof content === "string" ? content : JSON.stringify(content, null, 2);
}

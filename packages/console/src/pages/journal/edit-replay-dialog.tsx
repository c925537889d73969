import type { JournalEntry } from "@call-analysis/mock";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { TextAreaField, TextField } from "../../ui/form-fields.tsx";
import { useForm } from "../../ui/use-form.ts";
import { useReplay } from "./replay.ts";

/** Changes the path and the body before a request is sent again. What is sent need not be valid: that may be the point. */
export function EditReplayDialog({
  entry,
  onReplayed,
  onClose,
}: {
  entry: JournalEntry;
  onReplayed: (replayed: JournalEntry) => void;
  onClose: () => void;
}) {
  const { method, request } = entry;
  const hasBody = method !== "GET" && method !== "HEAD";
  const replay = useReplay();
  const form = useForm({
    initial: { path: entry.path, body: editableText(request.content) },
    problemsOf: ({ path }) => ({ path: path.startsWith("/") ? undefined : "must begin with /" }),
    send: ({ path, body }, signal) =>
      replay({ entry: { ...entry, path }, body: hasBody && body !== "" ? body : null }, signal),
    onSent: onReplayed,
  });
  return (
    <FormDialog title="Edit and replay" form={form} label="Send" isWide onClose={onClose}>
      <TextField label={`Path of ${method}`} {...form.field("path")} isCode />
      {hasBody && (
        <TextAreaField
          label="Body"
          hint="It is sent as it stands here, also when it is not JSON."
          rows={14}
          {...form.field("body")}
        />
      )}
    </FormDialog>
  );
}

function editableText(content: unknown): string {
  if (content === null || content === undefined) return "";
  return typeof content === "string" ? content : JSON.stringify(content, null, 2);
}

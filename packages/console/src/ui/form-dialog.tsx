import type { ComponentProps } from "react";
import { Dialog } from "./dialog.tsx";
import { Form } from "./form-fields.tsx";

/** A form in a dialog. While it is sent the dialog stays: whoever closed it would not learn what became of it. */
export function FormDialog({
  title,
  onClose,
  ...form
}: ComponentProps<typeof Form> & { title: string; onClose: () => void }) {
  return (
    <Dialog title={title} isOpen isBusy={form.form.isPending} onClose={onClose}>
      <Form className="gap-4" onCancel={onClose} {...form} />
    </Dialog>
  );
}

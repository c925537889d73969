import type { ComponentProps } from "react";
import { Dialog } from "./dialog.tsx";
import { Form } from "./form-fields.tsx";

/** A form in a dialog. While it is sent the dialog stays: whoever closed it would not learn what became of it. */
export function FormDialog({
  title,
  isWide = false,
  onClose,
  ...form
}: ComponentProps<typeof Form> & { title: string; isWide?: boolean; onClose: () => void }) {
  return (
    <Dialog title={title} isOpen isWide={isWide} isBusy={form.form.isPending} onClose={onClose}>
      <Form className="gap-4" onCancel={onClose} {...form} />
    </Dialog>
  );
}

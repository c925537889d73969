import type { ComponentProps, FormEvent, ReactNode, RefObject } from "react";
import { Dialog } from "./dialog.tsx";
import { FormEnd } from "./form-fields.tsx";
import type { FormSending } from "./use-form.ts";

/** A form in a dialog. While it is sent the dialog stays: whoever closed it would not learn what became of it. */
export function FormDialog({
  title,
  form,
  isWide = false,
  onClose,
  children,
  ...end
}: {
  title: string;
  form: FormSending & { ref: RefObject<HTMLFormElement | null>; submit: (event: FormEvent<HTMLFormElement>) => void };
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
} & Pick<ComponentProps<typeof FormEnd>, "label" | "shownPaths">) {
  return (
    <Dialog title={title} isOpen isWide={isWide} isBusy={form.isPending} onClose={onClose}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        {children}
        <FormEnd form={form} onCancel={onClose} {...end} />
      </form>
    </Dialog>
  );
}

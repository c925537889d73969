import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button, type ButtonProps } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ErrorState } from "./error-state.tsx";

/** The question. */
interface Confirmation {
  title: string;
  /** The word on the button that does it. */
  action: string;
  onConfirm: () => unknown;
  /** What happens then. */
  children: ReactNode;
}

/** A button that asks before it does something that cannot be undone. */
export function ConfirmButton({
  button,
  label,
  onConfirm,
  ...asked
}: Confirmation & { button: ButtonProps; label: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const confirm = async () => {
    await onConfirm();
    close();
  };
  return (
    <>
      <Button {...button} onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      {isAsking && <ConfirmDialog onConfirm={confirm} onClose={close} {...asked} />}
    </>
  );
}

/**
 * Asks before something is done that cannot be undone, and shows why it could not be done. The caller closes it
 * once it is done.
 */
export function ConfirmDialog({ title, action, onConfirm, onClose, children }: Confirmation & { onClose: () => void }) {
  const { mutate, error, isPending } = useMutation({ mutationFn: async () => onConfirm() });
  return (
    <Dialog title={title} isOpen isAlert isBusy={isPending} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <div>{children}</div>
        {error && <ErrorState error={error} />}
        <div className="flex justify-end gap-2">
          <Button disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" disabled={isPending} onClick={() => mutate()}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

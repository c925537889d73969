import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ErrorState } from "./error-state.tsx";

/** Asks before something is done that cannot be undone, and shows why it could not be done. */
export function ConfirmDialog({
  title,
  action,
  problem = null,
  isImpossible = false,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  /** The word on the button that does it. */
  action: string;
  /** What stands in its way. */
  problem?: unknown;
  isImpossible?: boolean;
  /** Does it, and closes the dialog once it is done. */
  onConfirm: () => unknown;
  onClose: () => void;
  /** What happens then. */
  children: ReactNode;
}) {
  const { mutate, error, isPending } = useMutation({ mutationFn: async () => onConfirm() });
  const shown = problem ?? error;
  return (
    <Dialog title={title} isOpen isBusy={isPending} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <div>{children}</div>
        {shown !== null && <ErrorState error={shown} />}
        <div className="flex justify-end gap-2">
          <Button disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" disabled={isPending || isImpossible} onClick={() => mutate()}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

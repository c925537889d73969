import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ErrorState } from "./error-state.tsx";

/** Asks before something is done that cannot be undone. */
export function ConfirmDialog({
  title,
  action,
  isPending = false,
  isImpossible = false,
  error = null,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  /** The word on the button that does it. */
  action: string;
  isPending?: boolean;
  isImpossible?: boolean;
  error?: unknown;
  onConfirm: () => void;
  onClose: () => void;
  /** What happens then. */
  children: ReactNode;
}) {
  return (
    <Dialog title={title} isOpen isBusy={isPending} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <div>{children}</div>
        {error !== null && <ErrorState error={error} />}
        <div className="flex justify-end gap-2">
          <Button disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" disabled={isPending || isImpossible} onClick={onConfirm}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

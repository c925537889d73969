import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { IconButton } from "./button.tsx";

const popupClasses =
  "fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg -translate-1/2 flex-col rounded-xl border border-line bg-raised shadow-(--shadow) transition-[opacity,scale] outline-none data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0";

/** Selects the fields of a form. */
const fields = "input:not([type=checkbox]), select, textarea";

/** A dialog that keeps the page behind it out of reach. Its title is its name. */
export function Dialog({
  title,
  isOpen,
  onClose,
  isBusy = false,
  isAlert = false,
  children,
}: {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Whether something is under way that closing would hide: then Escape does nothing, and it cannot be closed. */
  isBusy?: boolean;
  /** Whether it asks before something is done. A click beside it does not close it. */
  isAlert?: boolean;
  children: ReactNode;
}) {
  const popup = useRef<HTMLDivElement>(null);
  // Without a field it is the button to close. By touch, a field would bring up the keyboard before anybody has read it.
  const firstField = (openedBy: string) =>
    openedBy === "touch" || (popup.current?.querySelector<HTMLElement>(fields) ?? true);
  const { Root } = isAlert ? AlertDialog : Base;
  return (
    <Root open={isOpen} onOpenChange={(open) => !open && !isBusy && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[#0b1016]/45 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup ref={popup} initialFocus={firstField} className={popupClasses}>
          <header className="flex items-start justify-between gap-4 px-5 pt-4">
            <Base.Title className="min-w-0 text-lg font-semibold wrap-anywhere">{title}</Base.Title>
            <Base.Close
              disabled={isBusy}
              render={<IconButton label="Close" icon={<X size={16} aria-hidden />} className="-mt-1 -mr-2" />}
            />
          </header>
          <div className="min-h-0 overflow-y-auto px-5 pt-3 pb-5">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Root>
  );
}

/** Whether a dialog keeps the page out of reach. Messages have the same role. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role$="dialog"][data-open]:not([data-toast])') !== null;
}

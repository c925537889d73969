/** The dialog "New call": a recording, who spoke, and what it is analysed for; then what becomes of it. */
import { lazy, Suspense, useState } from "react";
import { hasEnded, useSubmissionList } from "../../submissions/submissions.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/page.tsx";
import type { CallDraft } from "./new-call-form.tsx";
import { SubmissionProgress } from "./submission-progress.tsx";

const NewCallForm = lazy(() => import("./new-call-form.tsx"));

/** The dialog. Closing it stops nothing, and erases nothing: what was filled in is there when it is opened again. */
export function NewCallDialog({
  isOpen,
  startedId,
  onStarted,
  onClose,
}: {
  isOpen: boolean;
  /** The submission that the form has started; undefined for none. */
  startedId: string | undefined;
  onStarted: (id: string) => void;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState<CallDraft>({});
  const started = useSubmissionList().find(({ id }) => id === startedId);
  return (
    <Dialog title="New call" isOpen={isOpen} onClose={() => onClose()}>
      {started ? (
        <div className="flex flex-col gap-4" aria-live="polite">
          <SubmissionProgress submission={started} />
          {!hasEnded(started) && <p className="text-muted">You can close this dialog. The call goes on.</p>}
        </div>
      ) : (
        <Suspense fallback={<Skeleton />}>
          <NewCallForm
            draft={draft}
            onChange={(changes) => setDraft({ ...draft, ...changes })}
            onStarted={(id) => {
              setDraft({});
              onStarted(id);
            }}
            onCancel={() => {
              setDraft({});
              onClose();
            }}
          />
        </Suspense>
      )}
    </Dialog>
  );
}

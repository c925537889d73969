/** How far a submission is: its stages, the progress of the upload, and what went wrong. */
import { Link } from "@tanstack/react-router";
import { Check, X } from "lucide-react";
import { hasEnded, type Submission, stages, useSubmissions } from "../../submissions/submissions.ts";
import { Button, buttonClasses } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { ErrorFactsPanel } from "../../ui/error-state.tsx";
import { sizeText } from "../../ui/format.ts";
import { ProgressBar, Status } from "../../ui/status.tsx";

const labels: Record<(typeof stages)[number], string> = {
  uploading: "Upload",
  creating: "Create",
  waiting: "Analyse",
  completed: "Done",
};

/** A submission in full. */
export function SubmissionProgress({ submission, isCompact = false }: { submission: Submission; isCompact?: boolean }) {
  const { id, filename, stage, status, callId, error } = submission;
  const submissions = useSubmissions();
  return (
    <div className="flex min-w-0 flex-col gap-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 basis-40 truncate font-medium">{filename}</p>
        {status && <Status status={status} />}
        {callId && (
          <Link
            to="/calls/$callId"
            params={{ callId }}
            className={buttonClasses(stage === "completed" ? "primary" : "secondary", true)}
          >
            Open the call
          </Link>
        )}
        <Button isSmall variant="ghost" onClick={() => submissions.cancel(id)}>
          {hasEnded(submission) ? "Dismiss" : "Cancel"}
        </Button>
      </div>
      {!isCompact && <Stages submission={submission} />}
      {stage === "uploading" && !error && <UploadProgress submission={submission} />}
      {error && <ErrorFactsPanel facts={error} />}
    </div>
  );
}

function UploadProgress({ submission: { sentBytes, sizeBytes } }: { submission: Submission }) {
  return (
    <div className="flex items-center gap-3">
      <ProgressBar label="Upload" done={sentBytes} all={sizeBytes} />
      <span className="text-xs text-muted tabular-nums">
        {sizeText(sentBytes)} of {sizeText(sizeBytes)}
      </span>
    </div>
  );
}

/** The stages in their order, as they happen. */
function Stages({ submission }: { submission: Submission }) {
  const current = stages.indexOf(submission.stage);
  return (
    <ol className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-xs sm:gap-x-2" aria-label="Stages">
      {stages.map((stage, index) => {
        const isDone = index < current || submission.stage === "completed";
        const isCurrent = index === current && !isDone;
        const isFailed = isCurrent && submission.error !== undefined;
        return (
          <li
            key={stage}
            aria-current={isCurrent ? "step" : undefined}
            className={classNames(
              "flex items-center gap-1 sm:gap-1.5",
              isCurrent ? "font-medium text-ink" : "text-muted",
            )}
          >
            {index > 0 && <span aria-hidden className="h-px w-2 bg-line sm:w-8" />}
            <span
              className={classNames(
                "grid size-4 place-items-center rounded-full",
                isDone ? "bg-accent text-on-accent" : "border border-control",
                isCurrent && (isFailed ? "border-bad text-bad" : "border-accent"),
              )}
            >
              {isDone && <Check size={11} aria-hidden />}
              {isFailed && <X size={11} aria-label="failed" />}
            </span>
            {labels[stage]}
          </li>
        );
      })}
    </ol>
  );
}

/** How far a submission is: its stage, the progress of the upload, and what went wrong. */
import { Link } from "@tanstack/react-router";
import { hasEnded, type Submission, useSubmissions } from "../../submissions/submissions.ts";
import { Button, buttonClasses } from "../../ui/button.tsx";
import { ErrorFactsPanel } from "../../ui/error-state.tsx";
import { sizeText } from "../../ui/format.ts";
import { ProgressBar, Status } from "../../ui/status.tsx";

const stageTexts: Record<Submission["stage"], string> = {
  uploading: "Uploading the recording",
  creating: "Creating the call",
  waiting: "Waiting for the analysis",
  completed: "Analysed",
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
      {!isCompact && (
        <p className={error ? "text-bad" : "text-muted"}>
          {stageTexts[stage]}
          {error && " failed"}
        </p>
      )}
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

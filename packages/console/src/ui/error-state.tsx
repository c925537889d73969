/** Says what failed, and what can be done about it. */
import { SubmissionUncertainError } from "@call-analysis/sdk";
import { CircleAlert } from "lucide-react";
import { Button } from "./button.tsx";

/** The message of an error. The client's errors contain no secrets. */
export interface ErrorFacts {
  /** The class, such as `RateLimitError`. */
  name: string;
  message: string;
  status: number | null;
  requestId: string | null;
}

/** The facts of whatever was thrown. An uncertain creation says what the service answered to it. */
export function errorFacts(error: unknown): ErrorFacts {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const { status, requestId } = Object(SubmissionUncertainError.is(error) ? error.cause : error);
  return { name, message, status: Number(status) || null, requestId: requestId ?? null };
}

/**
 * An error with its class, status and request id, and a button to try again.
 *
 * @param props.message takes the place of the error's own
 */
export function ErrorState(props: { error: unknown; message?: string; onRetry?: () => void }) {
  const { error, onRetry } = props;
  const { name, message, status, requestId } = {
    ...errorFacts(error),
    ...(props.message && { message: props.message }),
  };
  return (
    <div role="alert" className="flex gap-3 rounded-lg border border-bad/40 bg-bad-soft p-3">
      <CircleAlert size={18} aria-hidden className="mt-px shrink-0 text-bad" />
      <div className="min-w-0 flex-1">
        {name === "SubmissionUncertainError" && (
          <p className="font-semibold text-bad">Not certain whether the call was created</p>
        )}
        <p className="font-medium break-words text-bad">{message}</p>
        <p className="mt-1 flex flex-wrap gap-x-2 text-xs text-muted">
          {name}
          {status !== null && <span className="tabular-nums">{status}</span>}
          {requestId && (
            <span>
              Request <code className="font-mono break-all">{requestId}</code>
            </span>
          )}
        </p>
        {onRetry && (
          <Button isSmall className="mt-2.5" onClick={onRetry}>
            Retry
          </Button>
        )}
      </div>
    </div>
  );
}

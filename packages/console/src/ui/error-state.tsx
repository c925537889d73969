/** Says what failed, and what can be done about it. */
import { ApiError, CallAnalysisError, SubmissionUncertainError } from "@call-analysis/sdk";
import { CircleAlert } from "lucide-react";
import { ControlError } from "../connection/control.ts";
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
  if (SubmissionUncertainError.is(error) && ApiError.is(error.cause)) {
    const { status, requestId } = error.cause;
    return { name: error.name, message: error.message, status, requestId: requestId ?? null };
  }
  if (ApiError.is(error)) {
    const { name, message, status, requestId } = error;
    return { name, message, status, requestId: requestId ?? null };
  }
  if (error instanceof ControlError) {
    const { name, message, status, requestId } = error;
    return { name, message, status, requestId };
  }
  const status = CallAnalysisError.is(error) && "status" in error ? Number(error.status) || null : null;
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { name, message, status, requestId: null };
}

/** An error with its class, status and request id, and a button to try again. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return <ErrorFactsPanel facts={errorFacts(error)} onRetry={onRetry} />;
}

/** The same for an error of which only the facts were kept. */
export function ErrorFactsPanel({ facts, onRetry }: { facts: ErrorFacts; onRetry?: (() => void) | undefined }) {
  const { name, message, status, requestId } = facts;
  return (
    <div role="alert" className="flex gap-3 rounded-lg border border-bad/40 bg-bad-soft p-3">
      <CircleAlert size={18} aria-hidden className="mt-px shrink-0 text-bad" />
      <div className="min-w-0 flex-1">
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

import {
  type Agent,
  type AnalysisSnapshot,
  type AnalyzeFileInput,
  CallAnalysisError,
  type Category,
  isCompleted,
  type SubmittedCall,
} from "@call-analysis/sdk";
import { skipToken, type UseMutationResult, type UseQueryResult, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCallAnalysis } from "./call-analysis.tsx";

/** The people whose calls are analysed. */
export function useAgents(): UseQueryResult<Agent[]> {
  const { sdk } = useCallAnalysis();
  return useQuery({ queryKey: ["agents"], queryFn: ({ signal }) => sdk.agents.list({ signal }) });
}

export function useCategories(): UseQueryResult<Category[]> {
  const { sdk } = useCallAnalysis();
  return useQuery({ queryKey: ["categories"], queryFn: ({ signal }) => sdk.categories.list({ signal }) });
}

/** `mutate(input)` uploads a recording and creates its call. `percent` is the progress of the upload. */
export function useAnalyze(): UseMutationResult<SubmittedCall, Error, AnalyzeFileInput> & { percent: number } {
  const { sdk } = useCallAnalysis();
  const [percent, setPercent] = useState(0);
  const mutation = useMutation({
    mutationFn: (input: AnalyzeFileInput) =>
      sdk.calls.submitFile(input, {
        onProgress: ({ sentBytes, totalBytes }) => setPercent((100 * sentBytes) / totalBytes),
      }),
    onMutate: () => setPercent(0),
  });
  return { ...mutation, percent };
}

/** The call's latest snapshot, polled until the call completes or fails. Without a `callId` it does nothing. */
export function useAnalysis(callId: string | undefined): UseQueryResult<AnalysisSnapshot> {
  const { sdk, pollIntervalMs } = useCallAnalysis();
  return useQuery({
    queryKey: ["analysis", callId],
    queryFn: callId === undefined ? skipToken : ({ signal }) => sdk.calls.getAnalysis(callId, { signal }),
    refetchInterval: ({ state: { data, error } }) => (hasEnded(data) || isFinal(error) ? false : pollIntervalMs),
    // A call that has ended never changes.
    staleTime: ({ state: { data } }) => (hasEnded(data) ? Number.POSITIVE_INFINITY : 0),
  });
}

/** Likely statuses of a failed analysis. The specification names none, so statuses are open strings. */
const failureStatuses = ["failed", "error", "cancelled", "canceled", "rejected", "expired"];

export function hasFailed({ status }: AnalysisSnapshot): boolean {
  return failureStatuses.includes(status);
}

function hasEnded(snapshot: AnalysisSnapshot | undefined): boolean {
  return snapshot !== undefined && (isCompleted(snapshot) || hasFailed(snapshot));
}

/** Whether a retry cannot help: the call is unknown, or the session has ended. */
function isFinal(error: Error | null): boolean {
  return CallAnalysisError.is(error) && !error.isRetryable;
}

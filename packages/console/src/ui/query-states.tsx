/** The states of a page's data: loading, failed, and stale because reading it again failed. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "./error-state.tsx";
import { Panel, Skeleton } from "./page.tsx";

/**
 * A skeleton, an error, or the data. Data that could not be read again stays, below an error that says so: what a person
 * is reading does not vanish when the service is away.
 */
export function Loaded<Data>({
  query: { data, error, refetch },
  lines = 6,
  what,
  children,
}: {
  query: Pick<UseQueryResult<Data>, "data" | "error" | "refetch">;
  /** Classes of the skeleton. */
  lines?: number;
  /** The name of the loading data, such as `the calls`. */
  what?: string;
  children: (data: Data) => ReactNode;
}) {
  const failure = error && <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data !== undefined)
    return (
      <>
        {failure && (
          <div>
            <p className="mb-1.5 text-xs text-warn">This is the last data that was read. It may be out of date.</p>
            {failure}
          </div>
        )}
        {children(data)}
      </>
    );
  if (failure) return failure;
  return (
    <Panel>
      <Skeleton lines={lines} what={what} />
    </Panel>
  );
}

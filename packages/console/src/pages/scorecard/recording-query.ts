import { queryOptions } from "@tanstack/react-query";
import type { Connection } from "../../connection/connection.ts";

/** A call's recording; null when the fake has no bytes of it. A fake is asked in a way that leaves no trace. */
export function recordingQuery(
  { control, name }: Connection,
  { callId, audioUrl }: { callId: string; audioUrl: string },
) {
  return queryOptions({
    queryKey: ["recording", name, callId] as const,
    queryFn: async ({ signal }) => {
      if (control) return control.recordingOf(callId, signal);
      const response = await fetch(audioUrl, { signal });
      if (!response.ok) throw new Error(`its address answered with status ${response.status}.`);
      return response.blob();
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

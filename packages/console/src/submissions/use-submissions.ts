import { createContext, useContext, useMemo } from "react";
import { useStore } from "../ui/store.ts";
import type { Submission } from "./submission.ts";
import type { Submissions } from "./submissions.ts";

/** Provides the submissions of the connection. */
export const SubmissionsContext = createContext<Submissions | null>(null);

/** What creates calls, and the submissions of this service, the newest first. */
export function useSubmissions(): { submissions: Submissions; shown: readonly Submission[] } {
  const submissions = useContext(SubmissionsContext);
  if (!submissions) throw new Error("useSubmissions() is for components inside a SubmissionsContext.");
  const list = useStore(submissions);
  const shown = useMemo(() => list.filter(submissions.isShown), [list, submissions]);
  return { submissions, shown };
}

/** Keeps the history of a service that cannot list its calls: what is created here is remembered. */
import type { QueryClient } from "@tanstack/react-query";
import { rememberCall } from "../connection/call-history.ts";
import type { Connection } from "../connection/connection.ts";
import type { ListedCall } from "../connection/control.ts";
import type { Submission } from "../submissions/submission.ts";
import type { Submissions } from "../submissions/submissions.ts";
import { agentsQuery, callQuery, categoriesQuery } from "./queries.ts";

/** Remembers the calls that are created here, until the returned function is called. */
export function keepHistory(queries: QueryClient, connection: Connection, submissions: Submissions): () => void {
  const known = new Map<string, string | undefined>();
  const remember = () => {
    for (const submission of submissions.get()) {
      const { callId, status } = submission;
      if (!callId || !submissions.isShown(submission) || known.get(callId) === status) continue;
      known.set(callId, status);
      rememberCall(connection, {
        id: callId,
        status: status ?? "processing",
        ...describe(queries, connection, submission),
      });
      void refresh(queries, connection, submission);
    }
  };
  remember();
  return submissions.subscribe(remember);
}

/** Of a completed call the history has its score too, which is in the analysis. */
async function refresh(
  queries: QueryClient,
  connection: Connection,
  { callId = "", status }: Submission,
): Promise<void> {
  if (status === "completed")
    await queries.fetchQuery({ ...callQuery(connection, callId), staleTime: 0 }).catch(() => {});
  await queries.invalidateQueries({ queryKey: ["calls"] });
}

/** The names that the person has chosen from lists, where those are loaded; the service does not return them with a call. */
function describe(queries: QueryClient, connection: Connection, { form, filename }: Submission): Partial<ListedCall> {
  const { memberId, categoryId } = form;
  const agents = queries.getQueryData(agentsQuery(connection).queryKey);
  const categories = queries.getQueryData(categoriesQuery(connection).queryKey);
  const agentName = agents?.find(({ id }) => id === memberId)?.name;
  const categoryName = categories?.find(({ id }) => id === categoryId)?.name;
  return {
    memberId,
    categoryId,
    audioUrl: filename,
    ...(agentName !== undefined && { agentName }),
    ...(categoryName !== undefined && { categoryName }),
  };
}

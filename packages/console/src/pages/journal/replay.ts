/** Sends a request of the journal again, and finds the entry that it gets. */
import type { JournalEntry } from "@call-analysis/mock";
import { useQueryClient } from "@tanstack/react-query";
import { useControl } from "../../connection/connection.ts";
import type { Control } from "../../connection/control.ts";
import { bodyText, takesKey } from "./code/recorded-request.ts";
import { replayClient } from "./journal-search.ts";

/** Replaces an unknown key, which the journal does not contain. */
const unknownKey = "unknown-key";

/** What stands in the journal where a key or a signature was. */
const removedSecret = "[removed]";

/** Browsers send these methods with no body. */
const methodsWithoutBody = ["GET", "HEAD"];

/** Why a request cannot be sent as it was; undefined when it can. */
export function replayProblem({ operation, request, path }: JournalEntry): string | undefined {
  if (operation === "uploadRecording")
    return "The journal has neither the recording nor the signature of an upload, so this upload cannot be sent again.";
  if (request.isCut) return "The journal has only the beginning of the body, so this request cannot be sent again.";
  if (`${path}${JSON.stringify(request.content)}`.includes(removedSecret))
    return "The journal does not keep keys and signatures, so this request cannot be sent again unchanged.";
  return undefined;
}

/** Sends a request again, and resolves with the new entry, also after the signal has aborted: the entry says what happened. */
export function useReplay() {
  const control = useControl();
  const queries = useQueryClient();
  return async (entry: JournalEntry, signal: AbortSignal): Promise<JournalEntry> => {
    const afterId = queries.getQueryData<JournalEntry[]>(["journal"])?.at(-1)?.id ?? 0;
    const replayed = await replay(control, entry, { afterId, signal });
    // The list has it before it is selected.
    await queries.invalidateQueries({ queryKey: ["journal"] });
    return replayed;
  };
}

async function replay(
  control: Control,
  entry: JournalEntry,
  { afterId, signal }: { afterId: number; signal: AbortSignal },
): Promise<JournalEntry> {
  const { method, path, request } = entry;
  const body = bodyText(entry);
  const client = `${replayClient}${entry.id}`;
  const hasBody = body !== null && !methodsWithoutBody.includes(method);
  const headers = {
    "x-mock-client": client,
    ...(takesKey(entry) && { Authorization: `Bearer ${await keyFor(control, entry)}` }),
    ...(hasBody && request.contentType !== null && { "Content-Type": request.contentType }),
  };
  // A text would get its own content type; a blob without a type has none, as the request had.
  const content = hasBody ? new Blob([body]) : null;
  await control
    .callService({ method, path, headers, body: content }, signal)
    .then((response) => response.arrayBuffer())
    // A fault may have broken the connection, or the person has stopped waiting: the entry says what happened.
    .catch(() => {});
  return newEntry(control, { afterId, client });
}

/** A key of the organization that sent the request: the fake gives one to whoever controls it. */
async function keyFor(control: Control, { organizationId }: JournalEntry): Promise<string> {
  if (organizationId === null) return unknownKey;
  const organization = (await control.organizations()).find(({ id }) => id === organizationId);
  if (organization) return organization.key;
  throw new Error("The organization that sent this request no longer exists.");
}

/** An aborted request is in the journal a moment after it was aborted. */
const attempts = 20;
const pauseMs = 100;

async function newEntry(
  control: Control,
  { afterId, client }: { afterId: number; client: string },
): Promise<JournalEntry> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const query = `/journal?bodies=none&client=${client}&after=${afterId}`;
    const { entries } = await control.get<{ entries: JournalEntry[] }>(query);
    if (entries[0]) return entries[0];
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error("The request was sent, but the journal has no entry for it.");
}

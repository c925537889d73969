/** Sends a request of the journal again, and finds the entry that it gets. */
import type { JournalEntry } from "@call-analysis/mock";
import { useQueryClient } from "@tanstack/react-query";
import { useControl } from "../../connection/connection.ts";
import type { Control } from "../../connection/control.ts";
import { showToast } from "../../ui/toasts.tsx";
import { bodyText, takesKey } from "./code/recorded-request.ts";

/** The `client` of requests that were sent again: they are shown like anybody's. */
const replayClient = "replay";

/** Replaces an unknown key, which the journal does not contain. */
const unknownKey = "unknown-key";

/** What stands in the journal where a key or a signature was. */
const removedSecret = "[removed]";

/** Browsers send these methods with no body. */
const methodsWithoutBody = ["GET", "HEAD"];

/** Why a request cannot be sent as it was; undefined when it can. */
export function replayProblem({ operation, request, path }: JournalEntry): string | undefined {
  if (operation === "uploadRecording")
    return "Neither the recording nor the signature of an upload is in the journal, so it cannot be sent again.";
  if (request.isCut) return "The journal has only the beginning of its body, so it cannot be sent again.";
  if (`${path}${JSON.stringify(request.content)}`.includes(removedSecret))
    return "A key or a signature was removed from it, so it cannot be sent again as it was.";
  return undefined;
}

/** Sends again, and resolves with the new entry, also when the signal has aborted: the entry says what happened. */
export type Replay = (entry: JournalEntry, signal: AbortSignal) => Promise<JournalEntry>;

/** What sends again. */
export function useReplay(): Replay {
  const control = useControl();
  const queries = useQueryClient();
  return async (entry, signal) => {
    const [replayed, ...repeated] = await replay(control, entry, signal);
    if (repeated.length > 0)
      showToast("The browser sent it twice", "The connection broke, and then a browser sends a request again.");
    // The list has it before it is selected.
    await queries.invalidateQueries({ queryKey: ["journal"] });
    return replayed;
  };
}

/** The entry that it got, and those of the browser's own repetitions. */
type NewEntries = [JournalEntry, ...JournalEntry[]];

async function replay(control: Control, entry: JournalEntry, signal: AbortSignal): Promise<NewEntries> {
  const { method, path, request } = entry;
  const body = bodyText(entry);
  const afterId = await lastId(control);
  const hasBody = body !== null && !methodsWithoutBody.includes(method);
  const headers = {
    "x-mock-client": replayClient,
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
  return newEntries(control, { afterId, method, path });
}

/** A key of the organization that sent the request: the fake gives one to whoever controls it. */
async function keyFor(control: Control, { organizationId }: JournalEntry): Promise<string> {
  if (organizationId === null) return unknownKey;
  const organization = (await control.organizations()).find(({ id }) => id === organizationId);
  if (organization) return organization.key;
  throw new Error("The organization that sent this request is not there any more.");
}

/** The id of the latest request that was sent again; 0 for none. */
async function lastId(control: Control): Promise<number> {
  const { entries } = await control.get<{ entries: JournalEntry[] }>(`/journal?bodies=none&client=${replayClient}`);
  return entries.at(-1)?.id ?? 0;
}

interface WantedEntries {
  afterId: number;
  method: string;
  path: string;
}

/** An aborted request is in the journal a moment after it was aborted. */
const attempts = 20;
const pauseMs = 100;

async function newEntries(control: Control, { afterId, method, path }: WantedEntries): Promise<NewEntries> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const query = `/journal?bodies=none&client=${replayClient}&after=${afterId}`;
    const { entries } = await control.get<{ entries: JournalEntry[] }>(query);
    const [first, ...repeated] = entries.filter((entry) => entry.method === method && entry.path === path);
    if (first) return [first, ...repeated];
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error("The request was sent, but the journal has no entry of it.");
}

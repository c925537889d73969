import type { JournalEntry } from "@call-analysis/mock";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Control } from "../../connection/control.ts";

/** All entries, the oldest first, with their bodies where these are short. Once they were read, only what is new is read. */
export function journalQuery(control: Control, queries: QueryClient) {
  const queryKey = ["journal"] as const;
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => readOn(control, queries.getQueryData<JournalEntry[]>(queryKey) ?? [], signal),
    // Entries never change, and comparing a thousand of them takes time.
    structuralSharing: false,
  });
}

/** Reads the last known entry again: when another one is in its place, the journal was cleared in between. */
async function readOn(control: Control, known: JournalEntry[], signal: AbortSignal): Promise<JournalEntry[]> {
  const last = known.at(-1);
  if (last) {
    const { entries, firstId } = await readAfter(control, last.id - 1, signal);
    const [first, ...added] = entries;
    if (first && isSame(first, last)) return [...known, ...added].filter(({ id }) => id >= (firstId ?? 0));
  }
  return (await readAfter(control, 0, signal)).entries;
}

/** @returns the first id that the fake has besides: it has dropped the entries before it */
function readAfter(control: Control, id: number, signal: AbortSignal) {
  return control.get<{ entries: JournalEntry[]; firstId: number | null }>(`/journal?bodies=short&after=${id}`, signal);
}

function isSame(one: JournalEntry, other: JournalEntry): boolean {
  return one.id === other.id && one.endedAt === other.endedAt && one.durationMs === other.durationMs;
}

/** One entry with its bodies. */
export function entryQuery(control: Control, { id, endedAt, durationMs }: JournalEntry) {
  return queryOptions({
    // An entry stays as it is. Ids begin again when the journal is cleared, so an id alone is no key.
    queryKey: ["journal-entry", id, endedAt, durationMs],
    queryFn: ({ signal }) => control.get<JournalEntry>(`/journal/${id}`, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

import type { JournalEntry } from "@call-analysis/mock";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Control } from "../../connection/control.ts";

/** How many entries the fake keeps by default. The list drops older ones, as the fake does. */
const keptEntries = 1_000;

/** All entries, the oldest first, without their bodies. Once they were read, only what is new is read. */
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
    const [first, ...added] = await readAfter(control, last.id - 1, signal);
    if (first && isSame(first, last)) return [...known, ...added].slice(-Math.max(keptEntries, known.length));
  }
  return readAfter(control, 0, signal);
}

async function readAfter(control: Control, id: number, signal: AbortSignal): Promise<JournalEntry[]> {
  return (await control.get<{ entries: JournalEntry[] }>(`/journal?bodies=none&after=${id}`, signal)).entries;
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

/** The journal's search parameters, and the entries that match them. */
import type { JournalEntry } from "@call-analysis/mock";
import type { Choice } from "../../ui/choice.tsx";
import { textsIn } from "../../ui/page-search.ts";

/** Which entries are shown. */
export interface JournalSearch {
  /** A text to find in the operation, the path, the request's id and the bodies. */
  q?: string | undefined;
  /** An operationId, or `none`. */
  operation?: string | undefined;
  /** A status such as `202`, `failed` for every one from 400 on, or `none` for requests without a response. */
  status?: string | undefined;
  /** The id of a rule, such as `rule-1`. */
  rule?: string | undefined;
  /** The name of a client, or `none`. */
  client?: string | undefined;
  /** Whether the console's own requests are shown. @default false */
  console?: true | undefined;
}

/** The `client` of the console's own requests. */
const consoleClient = "console";

/** The `client` of a replayed request begins with this, before the id of the entry that it repeats. */
export const replayClient = "replay of entry ";

const textFields = ["q", "operation", "status", "rule", "client"] as const;

/** Parses the search parameters. Unknown ones are dropped. */
export function journalSearch(search: Record<string, unknown>): JournalSearch {
  return { ...textsIn(search, textFields), ...(search.console === true && { console: true }) };
}

/** Whether an entry is shown. */
export function isShown(entry: JournalEntry, search: JournalSearch): boolean {
  return matches(entry, search) && !isHidden(entry, search);
}

/** Whether an entry would be shown if it were not the console's own. */
export function isHidden(entry: JournalEntry, { console, client }: JournalSearch): boolean {
  return entry.client === consoleClient && !console && client !== consoleClient;
}

/** Whether the filters find an entry. */
export function matches(entry: JournalEntry, { q = "", operation, status, rule, client }: JournalSearch): boolean {
  if (operation !== undefined && operation !== (entry.operation ?? "none")) return false;
  if (status !== undefined && !hasStatus(entry, status)) return false;
  if (rule !== undefined && !entry.rules.includes(rule)) return false;
  if (client !== undefined && client !== clientOf(entry)) return false;
  // As JSON writes it, for the texts that are searched are JSON.
  return q.trim() === "" || searchedText(entry).includes(searched(JSON.stringify(q.trim()).slice(1, -1)));
}

/** Kept, for every letter that is typed searches every entry. */
const searchedTexts = new WeakMap<JournalEntry, string>();

function searchedText(entry: JournalEntry): string {
  const { operation, method, path, requestId, request, response, lostResponse } = entry;
  const parts = [operation, `${method} ${path}`, requestId, request.content, response.content, lostResponse];
  const text = searchedTexts.get(entry) ?? searched(JSON.stringify(parts));
  searchedTexts.set(entry, text);
  return text;
}

/** The name of a client, of which requests that were sent again are one. */
function clientOf({ client }: JournalEntry): string {
  return client?.startsWith(replayClient) ? "replay" : (client ?? "none");
}

/** A text as it is searched: spaces and hyphens are alike. */
function searched(text: string): string {
  return text.toLowerCase().replaceAll("-", " ");
}

function hasStatus({ status }: JournalEntry, wanted: string): boolean {
  if (wanted === "failed") return status === null || status >= 400;
  return wanted === String(status ?? "none");
}

/** The filter values: those that occur in the entries. */
export function filterChoices(entries: readonly JournalEntry[]) {
  const statuses = distinct(entries.map(({ status }) => String(status ?? "none")));
  return {
    operations: distinct(entries.map(({ operation }) => operation ?? "none")).map(labelled("No operation")),
    statuses: [{ value: "failed", label: "Failed" }, ...statuses.map(labelled("No response"))],
    rules: distinct(entries.flatMap((entry) => entry.rules)).map(labelled("")),
    clients: distinct(entries.map(clientOf)).map(labelled("Not named")),
  };
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}

function labelled(none: string): (value: string) => Choice {
  return (value) => ({ value, label: value === "none" ? none : value });
}

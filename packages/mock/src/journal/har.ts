/** Journal entries as an HTTP archive, the format that the developer tools of browsers read. */
import { version } from "../version.js";
import type { JournalBody, JournalEntry, JournalField } from "./entry.js";

/** An HTTP archive, version 1.2. What may be secret is removed from it, as in the entries. */
export interface Har {
  log: { version: "1.2"; creator: { name: string; version: string }; entries: HarEntry[] };
}

/** One request and its response in an HTTP archive. */
export interface HarEntry {
  startedDateTime: string;
  time: number;
  request: HarMessage & {
    method: string;
    url: string;
    queryString: JournalField[];
    postData?: { mimeType: string; text: string };
  };
  response: HarMessage & {
    status: number;
    statusText: string;
    content: { size: number; mimeType: string; text?: string };
    redirectURL: string;
  };
  cache: Record<string, never>;
  timings: { send: number; wait: number; receive: number };
  comment: string;
}

interface HarMessage {
  httpVersion: string;
  cookies: JournalField[];
  headers: JournalField[];
  headersSize: number;
  bodySize: number;
}

/** Entries as an HTTP archive. */
export function harOf(entries: readonly JournalEntry[]): Har {
  const creator = { name: "@call-analysis/mock", version };
  return { log: { version: "1.2", creator, entries: entries.map(harEntry) } };
}

function harEntry(entry: JournalEntry): HarEntry {
  return {
    startedDateTime: entry.startedAt,
    time: entry.durationMs,
    request: harRequest(entry),
    response: harResponse(entry),
    cache: {},
    timings: { send: 0, wait: entry.durationMs, receive: 0 },
    comment: [entry.operation ?? "no operation", ...entry.faults].join(", "),
  };
}

function harRequest({ method, origin, path, query, request, requestHeaders }: JournalEntry): HarEntry["request"] {
  const { contentType, sizeBytes, content } = request;
  const postData = { mimeType: contentType ?? "", text: textOf(content) };
  return {
    ...message(request, requestHeaders),
    method,
    url: `${origin}${path}`,
    queryString: [...query],
    ...(sizeBytes > 0 ? { postData } : {}),
  };
}

/** A request without a response has the status 0, as in browsers. */
function harResponse({ status, response, responseHeaders }: JournalEntry): HarEntry["response"] {
  const { contentType, sizeBytes, content } = response;
  return {
    ...message(response, responseHeaders),
    status: status ?? 0,
    statusText: "",
    content: { size: sizeBytes, mimeType: contentType ?? "", ...(content === null ? {} : { text: textOf(content) }) },
    redirectURL: "",
  };
}

function message({ sizeBytes }: JournalBody, headers: readonly JournalField[]): HarMessage {
  return { httpVersion: "HTTP/1.1", cookies: [], headers: [...headers], headersSize: -1, bodySize: sizeBytes };
}

function textOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}

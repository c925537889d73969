/** Journal entries as an HTTP archive, the format that the developer tools of browsers read. */
import packageJson from "../../package.json" with { type: "json" };
import type { JournalBody, JournalEntry } from "./entry.js";

/** An HTTP archive, version 1.2. Addresses have no query and requests no headers but Content-Type: there are no secrets. */
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
    queryString: HarNamed[];
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

interface HarNamed {
  name: string;
  value: string;
}

interface HarMessage {
  httpVersion: string;
  cookies: HarNamed[];
  headers: HarNamed[];
  headersSize: number;
  bodySize: number;
}

/** Entries as an HTTP archive. */
export function harOf(entries: readonly JournalEntry[]): Har {
  const creator = { name: packageJson.name, version: packageJson.version };
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

function harRequest({ method, origin, path, request }: JournalEntry): HarEntry["request"] {
  const { contentType, sizeBytes, content } = request;
  const postData = { mimeType: contentType ?? "", text: textOf(content) };
  return {
    ...message(request),
    method,
    url: `${origin}${path}`,
    queryString: [],
    ...(sizeBytes > 0 ? { postData } : {}),
  };
}

/** A request without a response has the status 0, as in browsers. */
function harResponse({ status, response }: JournalEntry): HarEntry["response"] {
  const { contentType, sizeBytes, content } = response;
  return {
    ...message(response),
    status: status ?? 0,
    statusText: "",
    content: { size: sizeBytes, mimeType: contentType ?? "", ...(content === null ? {} : { text: textOf(content) }) },
    redirectURL: "",
  };
}

function message({ contentType, sizeBytes }: JournalBody): HarMessage {
  const headers = contentType === null ? [] : [{ name: "content-type", value: contentType }];
  return { httpVersion: "HTTP/1.1", cookies: [], headers, headersSize: -1, bodySize: sizeBytes };
}

function textOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}

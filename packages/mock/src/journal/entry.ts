/** The journal's record of a request, and the entry made from it. */
import { parseJson } from "../core/body.js";
import { joinBytes, parsedJson } from "../core/encoding.js";
import { frozenCopy } from "../core/frozen-copy.js";
import { isStreamed, type ServiceRequest, type ServiceResponse } from "../core/message.js";
import type { OperationName } from "../core/operations.js";
import type { ReadAttributes } from "../domain/request-attributes.js";
import type { Match, RequestAttributes } from "../rules/match.js";
import type { RuleDefinition } from "../rules/rule.js";
import type { Redactor } from "./redaction.js";

/** How many bytes of each body are kept. */
export const maxBodyBytes = 65_536;

/** A body as the journal shows it. @inline */
export interface JournalBody {
  contentType: string | null;
  /** The size of the whole body, or of the part that was read. */
  sizeBytes: number;
  /** Parsed JSON, or text. Null for no body, for recordings, and for a body that was not read. */
  content: unknown;
  /** Whether the content is only the beginning, because the body is larger than the journal keeps. */
  isCut: boolean;
}

/** A header, or a parameter of a query. @inline */
export interface JournalField {
  readonly name: string;
  readonly value: string;
}

/** One request and its response, without keys and signatures. */
export interface JournalEntry {
  /** The number of the entry, from 1, in the order of responses. */
  readonly id: number;
  /** Null when no operation has this path and method. */
  readonly operation: OperationName | null;
  readonly method: string;
  /** The URL's origin. */
  readonly origin: string;
  /** The URL's path, without the query. */
  readonly path: string;
  /** The query's parameters, decoded and in order. */
  readonly query: readonly JournalField[];
  /** Null if there was no response, because the request was aborted or a network fault applied. */
  readonly status: number | null;
  /**
   * Why the request was refused or failed, as a sentence: a missing key, a base URL without `/v1`, the fault that
   * applied. Null for a normal response.
   */
  readonly reason: string | null;
  /** By the service's clock, in ISO 8601. */
  readonly startedAt: string;
  /** By the service's clock, in ISO 8601. */
  readonly endedAt: string;
  /** Real time that passed, in milliseconds. */
  readonly durationMs: number;
  /** The organization. Null if the request had no known key. */
  readonly organizationId: string | null;
  readonly requestId: string | null;
  /**
   * The sender: the header `x-mock-client` of the request, or of the request for its upload URL, such as `console`;
   * otherwise the `User-Agent`.
   */
  readonly client: string | null;
  /**
   * The response that the client did not get, because a fault lost or replaced it, or because the client did not wait:
   * its status, and the call that it created. Null if the response arrived, or if nothing was done.
   */
  readonly lostResponse: { readonly status: number; readonly callId: string | null } | null;
  /** The faults that applied, such as `latency` or `network reset`. */
  readonly faults: readonly string[];
  /**
   * The ids of the rules that applied: faults, gates, the override, and the rule that decides how the call will end.
   */
  readonly rules: readonly string[];
  /** These rules as they were at that time, in the same order. */
  readonly ruleDefinitions: readonly RuleDefinition[];
  /** The request's headers. Possible secrets, such as `Authorization`, are removed. */
  readonly requestHeaders: readonly JournalField[];
  /** The headers that the service set. An adapter or a server may add others, such as `date`. */
  readonly responseHeaders: readonly JournalField[];
  readonly request: JournalBody;
  readonly response: JournalBody;
}

/**
 * The fields that match an entry: its operation and status, and fields of its body, its path, or the resource that it
 * is about.
 */
export interface JournalMatch extends Match {
  readonly status?: number | null | undefined;
  readonly client?: string | null | undefined;
}

/** One request and its response, kept by reference, which costs almost nothing. */
export type JournalRecord = ReturnType<typeof newRecord>;

/** The part of a record that is known when the request arrives. */
interface Arrival extends Pick<JournalEntry, "operation" | "organizationId" | "client"> {
  params: Readonly<Record<string, string>>;
  requestId: string;
  startedAtMs: number;
}

/** The record of a request that has no response yet. */
export function newRecord(request: ServiceRequest, arrival: Arrival) {
  return {
    ...arrival,
    method: request.method,
    url: request.url,
    /** The number of the entry, from 1. It is 0 until the request has ended. */
    id: 0,
    endedAtMs: 0,
    durationMs: 0,
    contentType: request.header("content-type"),
    requestHeaders: request.headers,
    /** The beginning of the body, at most one chunk longer than entries show. */
    requestChunks: [] as Uint8Array[],
    requestSizeBytes: 0,
    /** Null if there was no response. */
    response: null as ServiceResponse | null,
    /** The service's own response, if the client did not get it. */
    lostResponse: null as ServiceResponse | null,
    reason: null as string | null,
    faults: [] as readonly string[],
    rules: [] as { id: string; definition: RuleDefinition }[],
    /**
     * An `Authorization` header with an unknown key. No entry shows it, because the key may be valid at another
     * service.
     */
    unknownAuthorization: arrival.organizationId === null ? request.header("authorization") : null,
  };
}

/** An entry, and the attributes that matches compare. */
export interface JournalView {
  entry: JournalEntry;
  attributes: RequestAttributes & Pick<JournalEntry, "status" | "client">;
}

/** The dependencies of a view. */
export interface JournalViewOptions {
  attributes: ReadAttributes;
  redactor: Redactor;
}

/** A view of a record: frozen, and without secrets. */
export function viewOf(
  record: JournalRecord,
  { attributes: readAttributes, redactor }: JournalViewOptions,
): JournalView {
  const ownRedactor = redactor.besides(record.unknownAuthorization);
  const entry = frozenCopy(entryOf(record, ownRedactor));
  const { operation, method, path, organizationId, status, client, request } = entry;
  const identity = { operation, method, path, organizationId };
  const attributes = readAttributes(identity, { params: record.params, body: request.content });
  // A redacted copy of attributes has the same fields.
  const redacted = ownRedactor.value({ ...attributes, status, client }) as JournalView["attributes"];
  return { entry, attributes: redacted };
}

function entryOf(record: JournalRecord, redactor: Redactor): JournalEntry {
  const { id, operation, durationMs, organizationId, requestId, client, reason, faults, rules } = record;
  const { origin, pathname, searchParams } = new URL(record.url);
  return {
    id,
    operation,
    method: redactor.text(record.method),
    origin,
    path: redactor.path(pathname),
    query: redactor.fields(searchParams),
    // A network fault leaves a status of 0.
    status: record.response?.status || null,
    reason: reason === null ? null : redactor.path(reason),
    startedAt: new Date(record.startedAtMs).toISOString(),
    endedAt: new Date(record.endedAtMs).toISOString(),
    durationMs,
    organizationId,
    requestId,
    client: client === null ? null : redactor.text(client),
    lostResponse: lostResponseOf(record),
    faults,
    rules: rules.map(({ id }) => id),
    ruleDefinitions: redactor.value(rules.map(({ definition }) => definition)) as RuleDefinition[],
    requestHeaders: redactor.fields(record.requestHeaders),
    responseHeaders: redactor.fields(Object.entries(record.response?.headers ?? {})),
    request: bodyOf(
      { bytes: joinBytes(record.requestChunks), sizeBytes: record.requestSizeBytes, contentType: record.contentType },
      redactor,
    ),
    response: bodyOf(sentBody(record), redactor),
  };
}

function lostResponseOf({ operation, lostResponse }: JournalRecord): JournalEntry["lostResponse"] {
  if (!lostResponse?.status) return null;
  const { status, body } = lostResponse;
  const content = operation === "createCall" && typeof body === "string" ? parsedJson(body) : undefined;
  // The response of a test's function may have any shape.
  const { data } = (content ?? {}) as { data?: { callId?: string } };
  return { status, callId: data?.callId ?? null };
}

/** The body of a response. Only the size of a recording is kept. */
function sentBody({ response, operation }: JournalRecord) {
  const sent = response?.body ?? "";
  const body = isStreamed(sent) ? (sent.whole ?? sent) : sent;
  const contentType = response?.headers["content-type"] ?? null;
  if (isStreamed(body)) return { bytes: new Uint8Array(), sizeBytes: body.sizeBytes ?? 0, contentType };
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const isRecording = operation === "readRecording" || operation === "uploadRecording";
  const isShown = typeof body === "string" || !isRecording;
  return { bytes: isShown ? bytes : new Uint8Array(), sizeBytes: bytes.length, contentType };
}

/** A body. `bytes` may be its beginning, or empty. */
function bodyOf({ bytes, sizeBytes, contentType }: ReturnType<typeof sentBody>, redactor: Redactor): JournalBody {
  const isCut = sizeBytes > maxBodyBytes;
  const type = contentType === null ? null : redactor.text(contentType);
  const kept = bytes.subarray(0, maxBodyBytes);
  const content = isCut ? redactor.cutText(new TextDecoder().decode(kept)) : contentOf(kept, redactor);
  return { contentType: type, sizeBytes, content: content === "" ? null : content, isCut };
}

/**
 * The content of a body. JSON is parsed before secrets are removed, because JSON can write the same text in many ways.
 */
function contentOf(bytes: Uint8Array, redactor: Redactor): unknown {
  try {
    return redactor.value(parseJson(bytes));
  } catch {
    return redactor.text(new TextDecoder().decode(bytes));
  }
}

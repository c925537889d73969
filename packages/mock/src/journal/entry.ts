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

/** How much of each body is kept, in bytes. */
export const maxBodyBytes = 65_536;

/** A body as the journal shows it. @inline */
export interface JournalBody {
  contentType: string | null;
  /** The size of the whole body, or of what was read of it. */
  sizeBytes: number;
  /** Parsed JSON, or a text; null for no body, for recordings, and for what was not read. */
  content: unknown;
  /** Whether the content is the beginning only, for the body is larger than the journal keeps. */
  isCut: boolean;
}

/** A header, or a parameter of a query. @inline */
export interface JournalField {
  readonly name: string;
  readonly value: string;
}

/** One request and its response. Neither keys nor signatures are in it. */
export interface JournalEntry {
  /** Counts from 1, in the order of responses. */
  readonly id: number;
  /** Null when no operation has this path and method. */
  readonly operation: OperationName | null;
  readonly method: string;
  /** The origin of the address. */
  readonly origin: string;
  /** The path of the address, without its query. */
  readonly path: string;
  /** The parameters of the address's query, decoded, in their order. */
  readonly query: readonly JournalField[];
  /** Null when there was no response: the request was aborted, or a network fault applied. */
  readonly status: number | null;
  /**
   * Why the request was refused or failed, as a sentence: which key is missing, that the base URL lacks its `/v1`, which fault
   * applied. Null for a request that was answered as usual.
   */
  readonly reason: string | null;
  /** By the service's clock, in ISO 8601. */
  readonly startedAt: string;
  /** By the service's clock, in ISO 8601. */
  readonly endedAt: string;
  /** Real time that passed, in milliseconds. */
  readonly durationMs: number;
  /** Null when the request carried no key that is known. */
  readonly organizationId: string | null;
  readonly requestId: string | null;
  /**
   * Who sent it: what the header `x-mock-client` names, such as `console`, of the request or of its upload's grant, else its
   * `User-Agent`.
   */
  readonly client: string | null;
  /**
   * The response that a fault lost or replaced, or that the client did not wait for: its status, and the call that it
   * created. Null for a response that arrived, and for work that was not done.
   */
  readonly lostResponse: { readonly status: number; readonly callId: string | null } | null;
  /** The faults that applied, such as `latency` or `network reset`. */
  readonly faults: readonly string[];
  /** The ids of the rules that applied: of faults, gates, the override, and the rule by which the call will end. */
  readonly rules: readonly string[];
  /** These rules as they were then, in the same order. */
  readonly ruleDefinitions: readonly RuleDefinition[];
  /** Values that may be secret, such as that of `Authorization`, are removed. */
  readonly requestHeaders: readonly JournalField[];
  /** Those that the service set; an adapter or a server may add others, such as `date`. */
  readonly responseHeaders: readonly JournalField[];
  readonly request: JournalBody;
  readonly response: JournalBody;
}

/** An entry's operation and status, and fields of the request's body and path, or of what it is about. */
export interface JournalMatch extends Match {
  readonly status?: number | null | undefined;
  readonly client?: string | null | undefined;
}

/** One request and its response as they are kept: by references, so that keeping them costs next to nothing. */
export type JournalRecord = ReturnType<typeof newRecord>;

/** The part of a record that is known when the request comes. */
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
    /** Counts from 1; 0 until the request has ended. */
    id: 0,
    endedAtMs: 0,
    durationMs: 0,
    contentType: request.header("content-type"),
    requestHeaders: request.headers,
    /** The beginning of the body, at most a chunk longer than what entries show. */
    requestChunks: [] as Uint8Array[],
    requestSizeBytes: 0,
    /** Null when there was none. */
    response: null as ServiceResponse | null,
    /** The service's own response, when the client did not get it. */
    lostResponse: null as ServiceResponse | null,
    reason: null as string | null,
    faults: [] as readonly string[],
    rules: [] as { id: string; definition: RuleDefinition }[],
    /** An `Authorization` header whose key is not known, which no entry shows: the key may be the right one of another service. */
    unknownAuthorization: arrival.organizationId === null ? request.header("authorization") : null,
  };
}

/** An entry, and the attributes it is found by. */
export interface JournalView {
  entry: JournalEntry;
  attributes: RequestAttributes & Pick<JournalEntry, "status" | "client">;
}

/** How a view is made. */
export interface JournalViewOptions {
  attributes: ReadAttributes;
  redactor: Redactor;
}

/** The view of a record: frozen, and without secrets. */
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

/** Recordings are kept by size alone. */
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

/** A body of which `bytes` may be the beginning, or nothing. */
function bodyOf({ bytes, sizeBytes, contentType }: ReturnType<typeof sentBody>, redactor: Redactor): JournalBody {
  const isCut = sizeBytes > maxBodyBytes;
  const type = contentType === null ? null : redactor.text(contentType);
  const kept = bytes.subarray(0, maxBodyBytes);
  const content = isCut ? redactor.cutText(new TextDecoder().decode(kept)) : contentOf(kept, redactor);
  return { contentType: type, sizeBytes, content: content === "" ? null : content, isCut };
}

/** JSON is parsed before secrets are removed, because JSON can write the same text in many ways. */
function contentOf(bytes: Uint8Array, redactor: Redactor): unknown {
  try {
    return redactor.value(parseJson(bytes));
  } catch {
    return redactor.text(new TextDecoder().decode(bytes));
  }
}

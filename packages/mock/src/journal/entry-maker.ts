import { parseJson } from "../core/body.js";
import { joinBytes } from "../core/encoding.js";
import type { JournalBody, JournalEntry } from "./entry.js";
import type { JournalRecord } from "./record.js";
import type { Redactor } from "./redaction.js";

/** What entries are made with. */
export interface EntryOptions {
  redactor: Redactor;
  maxBodyBytes: number;
}

/** Makes an entry of what was kept. */
export function entryOf(record: JournalRecord, options: EntryOptions): JournalEntry {
  const { operation, answer, durationMs, organizationId, requestId, faults } = record;
  const { origin, pathname } = new URL(record.url);
  return {
    id: record.id,
    operation,
    method: options.redactor.text(record.method),
    origin,
    path: options.redactor.path(pathname),
    // A network fault leaves a status of 0.
    status: answer?.status || null,
    startedAt: new Date(record.startedAtMs).toISOString(),
    endedAt: new Date(record.endedAtMs).toISOString(),
    durationMs,
    organizationId,
    requestId,
    faults,
    request: requestBody(record, options),
    response: responseBody(record, options),
  };
}

function requestBody(
  { requestBody, requestSizeBytes, contentType }: JournalRecord,
  options: EntryOptions,
): JournalBody {
  const text = decoded(joinBytes(requestBody).subarray(0, options.maxBodyBytes));
  return bodyOf(text, { sizeBytes: requestSizeBytes, contentType, options });
}

function responseBody({ answer, operation }: JournalRecord, options: EntryOptions): JournalBody {
  const body = answer?.body ?? "";
  const contentType = answer?.headers["content-type"] ?? null;
  if (typeof body === "string") return bodyOf(body, { sizeBytes: encodedSize(body), contentType, options });
  const isRecording = operation === "readRecording" || operation === "uploadRecording";
  const text = isRecording ? "" : decoded(body.subarray(0, options.maxBodyBytes));
  return bodyOf(text, { sizeBytes: body.length, contentType, options });
}

interface BodyFacts {
  sizeBytes: number;
  contentType: string | null;
  options: EntryOptions;
}

function bodyOf(text: string, { sizeBytes, contentType, options }: BodyFacts): JournalBody {
  const { redactor, maxBodyBytes } = options;
  const isCut = sizeBytes > maxBodyBytes;
  const type = contentType === null ? null : redactor.text(contentType);
  const content = isCut ? redactor.text(text.slice(0, maxBodyBytes)) : contentOf(text, redactor);
  return { contentType: type, sizeBytes, content: content === "" ? null : content, isCut };
}

/** What is JSON is parsed before secrets are taken out, for in JSON a text can be written in many ways. */
function contentOf(text: string, redactor: Redactor): unknown {
  try {
    return redactor.value(parseJson(new TextEncoder().encode(text)));
  } catch {
    return redactor.text(text);
  }
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function encodedSize(text: string): number {
  return new TextEncoder().encode(text).length;
}

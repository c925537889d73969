/** The storage of recordings: accepts uploads, and serves recordings, whole or in part. */
import { readChunks } from "../core/body.js";
import { decodeUri } from "../core/encoding.js";
import type { ServiceRequest, ServiceResponse } from "../core/message.js";
import { MockServiceError } from "../core/mock-service-error.js";
import type { Domain } from "../domain/domain.js";
import { type readRecording, storeRecording } from "../domain/recordings.js";
import { redeemGrant } from "../domain/upload-grants.js";
import type { ByteRange } from "../store/recording-storage.js";
import type { OperationRequest } from "./route.js";

/** Accepts an upload. @throws {MockServiceError} if it is not signed, has no length, or is too large */
export async function storedRecording(
  domain: Domain,
  { request, read, throwIfEnded }: OperationRequest,
): Promise<ServiceResponse> {
  const { pathname, search } = new URL(request.url);
  const contentType = request.header("content-type") ?? "";
  // A signature is for one spelling of the address.
  const upload = redeemGrant(domain, { key: signedKeyOf(pathname), contentType, query: search.slice(1) });
  // Stores like S3 take no upload that does not say its length (`upload-length`).
  if (request.length === "chunked")
    throw new MockServiceError("chunked-body", "Chunked bodies are not accepted. Send a Content-Length header.");
  if (request.length === "missing")
    throw new MockServiceError("missing-length", "The Content-Length header is missing.");
  const { sha256 } = await storeRecording(domain, upload, {
    read: (take) => readChunks(request, take, { maxBytes: domain.policies.maxRecordingBytes, read }),
    check: throwIfEnded,
  });
  return { status: 200, headers: { etag: `"${sha256}"` }, body: null };
}

/** The storage key in a path, in the spelling of its grant. Any other spelling has no signature and is not a key. */
function signedKeyOf(pathname: string): string {
  const spelled = pathname.split("/").slice(-3).join("/");
  const key = decodeUri(spelled);
  return encodeURI(key) === spelled ? key : spelled;
}

/**
 * The headers of every recording. Anybody can upload an HTML page as a recording. With these headers a browser saves
 * the page, and never runs it.
 */
const inertHeaders = {
  "content-security-policy": "sandbox; default-src 'none'",
  "x-content-type-options": "nosniff",
  "content-disposition": "attachment",
};

/** Serves a recording: 200, 206 for a range, or 416 for a range that begins after its end. @see RFC 9110, section 14 */
export function servedRecording(
  request: Pick<ServiceRequest, "method" | "header">,
  { upload: { contentType }, recording: { sha256 }, bytes }: ReturnType<typeof readRecording>,
): ServiceResponse {
  const { sizeBytes } = bytes;
  const etag = `"${sha256}"`;
  const shared = { "accept-ranges": "bytes", etag, ...inertHeaders };
  const range = rangeOf(request, { etag, sizeBytes });
  if (range === "unsatisfiable")
    return { status: 416, headers: { ...shared, "content-range": `bytes */${sizeBytes}` }, body: null };
  const headers = { ...shared, "content-type": contentType };
  if (range === "whole")
    return { status: 200, headers: { ...headers, "content-length": String(sizeBytes) }, body: bytes };
  const { firstByte, lastByte } = range;
  const partBytes = lastByte - firstByte + 1;
  const contentRange = `bytes ${firstByte}-${lastByte}/${sizeBytes}`;
  return {
    status: 206,
    headers: { ...headers, "content-range": contentRange, "content-length": String(partBytes) },
    body: { sizeBytes: partBytes, chunks: () => bytes.chunks(range) },
  };
}

/**
 * The bytes that a GET asks for with its `Range` header. The whole recording for no range, for several ranges, and for
 * an invalid header, as servers may do. `If-Range` with another ETag, or with a date, asks for the current recording.
 * An empty recording has no ranges.
 */
function rangeOf(
  request: Pick<ServiceRequest, "method" | "header">,
  { etag, sizeBytes }: { etag: string; sizeBytes: number },
): ByteRange | "whole" | "unsatisfiable" {
  if (request.method !== "GET" || (request.header("if-range") ?? etag) !== etag || sizeBytes === 0) return "whole";
  const [, first = "", last = ""] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(request.header("range") ?? "") ?? [];
  if (first + last === "") return "whole";
  if (first === "") {
    const suffixBytes = Number(last);
    if (suffixBytes === 0) return "unsatisfiable";
    return { firstByte: Math.max(0, sizeBytes - suffixBytes), lastByte: sizeBytes - 1 };
  }
  const firstByte = Number(first);
  if (last !== "" && Number(last) < firstByte) return "whole";
  if (firstByte >= sizeBytes) return "unsatisfiable";
  return { firstByte, lastByte: last === "" ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) };
}

/** How a recording is served: whole, or the one range of bytes that a player asks for. @see RFC 9110, section 14 */
import type { ServiceResponse } from "../core/message.js";
import type { ReceivedRequest } from "../core/received-request.js";
import type { ByteRange, RecordingBytes } from "../store/recording-storage.js";

/** Anybody can upload a page of HTML as a recording. With these headers a browser saves it, and never runs it. */
const inertHeaders = {
  "content-security-policy": "sandbox; default-src 'none'",
  "x-content-type-options": "nosniff",
  "content-disposition": "attachment",
};

/** What is served. */
export interface ServedRecording {
  bytes: RecordingBytes;
  contentType: string;
  /** The SHA-256 of the bytes, as lowercase hex: their ETag. */
  sha256: string;
}

/** The response to a GET or HEAD of a recording: 200, 206 for a range, or 416 for a range that begins after its end. */
export function recordingResponse(
  request: Pick<ReceivedRequest, "method" | "header">,
  { bytes, contentType, sha256 }: ServedRecording,
): ServiceResponse {
  const { sizeBytes } = bytes;
  const etag = `"${sha256}"`;
  const shared = { "accept-ranges": "bytes", etag, ...inertHeaders };
  const range = isRangeWanted(request, etag) ? rangeOf(request.header("range") ?? "", sizeBytes) : "whole";
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

/** Ranges are for GET alone. `If-Range` with another ETag, or with a date, asks for the recording as it is now. */
function isRangeWanted(request: Pick<ReceivedRequest, "method" | "header">, etag: string): boolean {
  const condition = request.header("if-range");
  return request.method === "GET" && (condition === null || condition === etag);
}

/**
 * The bytes that a `Range` header asks for: whole for none, for several ranges, and for a header that is not valid, as
 * servers may do. Of an empty recording there is no range, so it is sent whole.
 */
function rangeOf(header: string, sizeBytes: number): ByteRange | "whole" | "unsatisfiable" {
  const [, first = "", last = ""] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header) ?? [];
  if (first + last === "" || sizeBytes === 0) return "whole";
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

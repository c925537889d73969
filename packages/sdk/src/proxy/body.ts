/** Reads the JSON object that a request brings, and never more of it than is allowed. */
import { isObject } from "../value-kinds.js";
import { ProxyError } from "./reply.js";

/** No body of the interface is nested deeper than a few levels. */
const deepestBody = 100;

/** A parsed JSON object. */
export type JsonObject = Record<string, unknown>;

/**
 * Reads a request's body.
 *
 * @param maxBytes counted while the body is read, whatever its `Content-Length` says
 * @throws {ProxyError} 413 for more, 415 for another media type or a compressed body, 400 for anything but an object
 */
export async function readJsonObject(request: Request, maxBytes: number): Promise<JsonObject> {
  const mediaType = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (mediaType !== "application/json" || encoding !== "identity") {
    throw new ProxyError(415, {
      code: "unsupported_media_type",
      message: "The body must be JSON, with Content-Type: application/json and without a Content-Encoding.",
    });
  }
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
  return parseObject(await readBytes(request, maxBytes));
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) break;
    sizeBytes += value.byteLength;
    if (sizeBytes > maxBytes) {
      reader?.cancel().catch(() => {});
      throw tooLarge(maxBytes);
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(sizeBytes);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

function parseObject(bytes: Uint8Array): JsonObject {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (isObject(value) && !Array.isArray(value)) return withLimitedDepth(value as JsonObject);
  } catch (error) {
    // Not UTF-8, or not JSON.
    if (error instanceof ProxyError) throw error;
  }
  throw new ProxyError(400, { code: "invalid_body", message: "The body must be one JSON object, in UTF-8." });
}

/** Level by level: whatever is nested deeper could not be compared, or written again. */
function withLimitedDepth(body: JsonObject): JsonObject {
  let level: unknown[] = [body];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > deepestBody) {
      const message = `The body may have at most ${deepestBody} objects and lists inside one another.`;
      throw new ProxyError(400, { code: "too_deep", message });
    }
    level = level.flatMap((value) => (isObject(value) ? Object.values(value) : [])).filter(isObject);
  }
  return body;
}

function tooLarge(maxBytes: number): ProxyError {
  return new ProxyError(413, { code: "too_large", message: `The body may have at most ${maxBytes} bytes.` });
}

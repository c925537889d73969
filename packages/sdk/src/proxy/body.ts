/** Reads the JSON object that a request brings, and never more of it than is allowed. */
import { ProxyError } from "./reply.js";

/** How many levels of objects and lists a body may have: more would exhaust the stack of the code that reads it. */
const mostLevels = 100;

/** A parsed JSON object. */
export type JsonObject = Record<string, unknown>;

/**
 * Reads a request's body.
 *
 * @param maxBytes counted while the body is read, whatever its `Content-Length` says
 * @throws {ProxyError} 413 for more, 415 for another media type or a compressed body, 400 for anything but an object, or for
 *   more than {@link mostLevels} levels
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
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    // Not UTF-8, or not JSON.
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ProxyError(400, { code: "invalid_body", message: "The body must be one JSON object, in UTF-8." });
  }
  if (levelsOf(value) <= mostLevels) return value as JsonObject;
  const message = `The body may have at most ${mostLevels} levels of objects and lists.`;
  throw new ProxyError(400, { code: "invalid_body", message });
}

/** How deep a value is nested, counted no further than is allowed. */
function levelsOf(value: unknown): number {
  let level = 0;
  for (let items = [value]; level <= mostLevels; level += 1) {
    items = items.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
    if (items.length === 0) break;
  }
  return level;
}

function tooLarge(maxBytes: number): ProxyError {
  return new ProxyError(413, { code: "too_large", message: `The body may have at most ${maxBytes} bytes.` });
}

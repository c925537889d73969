/** Reads the JSON object that a request brings, and never more of it than is allowed. */
import { isObject } from "../value-kinds.js";
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

async function readBytes({ body }: Request, maxBytes: number): Promise<ArrayBuffer> {
  const chunks: BlobPart[] = [];
  let sizeBytes = 0;
  // All servers have it; the compiler's library for browsers does not know it.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return new Blob(chunks).arrayBuffer();
}

function parseObject(bytes: ArrayBuffer): JsonObject {
  if (bytes.byteLength === 0) throw invalidBody("is empty. Was it read already, such as by a body parser?");
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    // Not UTF-8, or not JSON.
  }
  if (!isObject(value) || Array.isArray(value)) throw invalidBody("must be one JSON object, in UTF-8.");
  if (levelsOf(value) > mostLevels) throw invalidBody(`may have at most ${mostLevels} levels of objects and lists.`);
  return value as JsonObject;
}

/** How deep a value is nested, counted no further than is allowed. */
function levelsOf(value: unknown): number {
  let level = 0;
  for (let items = [value]; level <= mostLevels; level += 1) {
    items = items.flatMap((item) => (isObject(item) ? Object.values(item) : []));
    if (items.length === 0) break;
  }
  return level;
}

function invalidBody(what: string): ProxyError {
  return new ProxyError(400, { code: "invalid_body", message: `The body ${what}` });
}

function tooLarge(maxBytes: number): ProxyError {
  return new ProxyError(413, { code: "too_large", message: `The body may have at most ${maxBytes} bytes.` });
}

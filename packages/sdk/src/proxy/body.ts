/** Reads the JSON object in a request's body, up to the allowed size. */
import { ProxyError } from "./reply.js";

/**
 * The deepest allowed nesting of objects and arrays. A deeper value would exhaust the stack of the code that reads it.
 */
const maxDepth = 100;

/** A parsed JSON object. */
export type JsonObject = Record<string, unknown>;

/**
 * @param maxBytes the largest size, counted while the body is read, whatever its `Content-Length` says
 * @throws {ProxyError} 413 for a larger body, 415 for another media type or a compressed body, 400 for anything but an
 *   object, or for one that is nested too deeply
 */
export async function readJsonObject(request: Request, maxBytes: number): Promise<JsonObject> {
  const mediaType = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (mediaType !== "application/json" || encoding !== "identity")
    throw new ProxyError(415, {
      code: "unsupported_media_type",
      message: "The body must be JSON, with Content-Type: application/json and without a Content-Encoding.",
    });
  const tooLarge = () =>
    new ProxyError(413, { code: "too_large", message: `The body is larger than ${maxBytes} bytes.` });
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const chunks: BlobPart[] = [];
  let sizeBytes = 0;
  // Every server's stream can be iterated; TypeScript's library for browsers does not know that.
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return parseObject(await new Blob(chunks).arrayBuffer());
}

function parseObject(bytes: ArrayBuffer): JsonObject {
  if (bytes.byteLength === 0) throw invalidBody("is empty. Did a body parser read it already?");
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    // Not UTF-8, or not JSON.
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalidBody("must be one JSON object, in UTF-8.");
  if (isTooDeep(value)) throw invalidBody(`may nest objects and arrays at most ${maxDepth} levels deep.`);
  return value as JsonObject;
}

/** Whether a value is nested too deeply. Works level by level, without recursion. */
function isTooDeep(value: object): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = level.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
  }
  return false;
}

function invalidBody(what: string): ProxyError {
  return new ProxyError(400, { code: "invalid_body", message: `The body ${what}` });
}

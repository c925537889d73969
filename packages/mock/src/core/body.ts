/** Reads bodies, and parses JSON within limits. */
import { pathText } from "./check-shape.js";
import { joinBytes } from "./encoding.js";
import type { ReadBody, ServiceRequest, TakeChunk } from "./message.js";
import { invalidValue, MockServiceError } from "./mock-service-error.js";

/** The largest accepted JSON body, in bytes. A larger one gets 413. `json-body-limit` */
export const maxJsonBytes = 1_048_576;

/** The deepest accepted JSON. Deeper JSON would exhaust the stack of the code that walks it. */
const maxJsonDepth = 200;

/** One for all bodies: a new one costs as much as the parsing of a small body. */
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** How to read a body. */
interface ReadOptions {
  /** @default no limit */
  maxBytes?: number | null;
  /** @default the request's own */
  read?: ReadBody;
}

/** Reads a body. @throws {MockServiceError} "body-too-large" as soon as that is known, without reading on */
export async function readBytes(request: ServiceRequest, options: ReadOptions = {}): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  await readChunks(request, (chunk) => void chunks.push(chunk), options);
  const [first, ...others] = chunks;
  return first && others.length === 0 ? first : joinBytes(chunks);
}

/** Reads a body as it comes. @throws {MockServiceError} "body-too-large" as soon as that is known, without reading on */
export function readChunks(
  request: ServiceRequest,
  take: TakeChunk,
  { maxBytes, read = (take) => request.read(take) }: ReadOptions,
): Promise<void> {
  const limitBytes = maxBytes ?? Number.POSITIVE_INFINITY;
  if (Number(request.header("content-length")) > limitBytes) throw tooLarge(limitBytes);
  let sizeBytes = 0;
  return read((chunk) => {
    sizeBytes += chunk.length;
    if (sizeBytes > limitBytes) throw tooLarge(limitBytes);
    return take(chunk);
  });
}

/**
 * Parses JSON text.
 *
 * @throws {MockServiceError} "malformed-body" if it is not JSON, or is nested too deeply
 */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw malformed("The body is empty. Expected JSON.");
  try {
    const text = utf8.decode(bytes);
    const value: unknown = JSON.parse(text);
    if (isDeeper(value, maxJsonDepth)) throw malformed(`The body is nested deeper than ${maxJsonDepth} levels.`);
    if (longNumber.test(text)) checkNumbers(text);
    return value;
  } catch (error) {
    if (error instanceof MockServiceError) throw error;
    throw malformed("The body is not valid JSON in UTF-8.");
  }
}

/**
 * Matches strings, and numbers that are long or have an exponent. All other numbers are doubles. A string may have
 * megabytes: one group for each character would exceed the stack of the expression.
 */
const stringsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.]{15,}(?:e[+-]?\d+)?|-?\d[\d.]*e[+-]?\d+/gi;

/** Digits that may be such a number, or a part of a string. Few texts have any. */
const longNumber = /\d[\d.]{15}|\de[+-]?\d/i;

/**
 * Refuses numbers of other languages that JavaScript would change. @throws {MockServiceError} "invalid-input", which
 * names the first field with such a number
 */
function checkNumbers(text: string): void {
  let found: string | undefined;
  const marked = text.replace(stringsAndNumbers, (token) => {
    if (found !== undefined || token.startsWith('"') || isDouble(token)) return token;
    found = token;
    return `{"${marker}":0}`;
  });
  if (found === undefined) return;
  const path = pathText(pathOfMarker(JSON.parse(marked)) ?? []);
  throw invalidValue(path, `is ${found.slice(0, 40)}, which a double cannot represent exactly. Send it as a string`);
}

const marker = "number beyond doubles";

/** Whether a double can hold a number exactly. Its form does not matter: `1.50` is `1.5`. */
export function isDouble(token: string): boolean {
  const value = Number(token);
  return Number.isFinite(value) && digitsOf(token) === digitsOf(String(value));
}

/** A number as its digits without zeros at the ends, and the exponent of the last one. */
function digitsOf(token: string): string {
  const [, whole = "", fraction = "", exponent = "0"] = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(token) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const short = digits.replace(/0+$/, "");
  return short === "" ? "0" : `${short}e${Number(exponent) - fraction.length + digits.length - short.length}`;
}

function pathOfMarker(value: unknown): PropertyKey[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (Object.hasOwn(value, marker)) return [];
  for (const [key, item] of Object.entries(value)) {
    const path = pathOfMarker(item);
    if (path) return [Array.isArray(value) ? Number(key) : key, ...path];
  }
  return undefined;
}

/** Whether a value is nested more deeply than this. The check goes no deeper, so no value exhausts the stack. */
function isDeeper(value: unknown, levels: number): boolean {
  if (levels < 0) return true;
  return typeof value === "object" && value !== null && Object.values(value).some((item) => isDeeper(item, levels - 1));
}

function tooLarge(limitBytes: number): MockServiceError {
  return new MockServiceError("body-too-large", `The body is larger than ${limitBytes} bytes.`);
}

function malformed(message: string): MockServiceError {
  return new MockServiceError("malformed-body", message, [{ path: "", problem: "wrong-value", message }]);
}

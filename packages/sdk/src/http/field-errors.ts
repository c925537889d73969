import type { FieldError } from "../errors/api-errors.js";

/**
 * The refused fields that an error body names: FastAPI's `detail` list (`{ loc, msg }`, the campaign
 * interface's documented shape), or a list under `errors`, `error.fields` or `fields` of items with a
 * path and a message.
 */
export function fieldErrorsOf(body: unknown): FieldError[] {
  const candidates = [get(body, "detail"), get(body, "errors"), get(get(body, "error"), "fields"), get(body, "fields")];
  const list = candidates.find(Array.isArray) ?? [];
  return list.map(toFieldError).filter((item) => item !== undefined);
}

/** The one sentence of an error body, wherever services usually put it. */
export function messageOf(body: unknown): string | undefined {
  const error = get(body, "error");
  const candidates = [get(body, "detail"), get(error, "message"), error, get(body, "message"), get(body, "title")];
  const text = candidates.find((candidate) => typeof candidate === "string" && candidate !== "");
  return text === undefined ? undefined : String(text);
}

function toFieldError(item: unknown): FieldError | undefined {
  const message = get(item, "msg") ?? get(item, "message");
  const place = get(item, "loc") ?? get(item, "path") ?? get(item, "field");
  if (typeof message !== "string" || place === undefined) return undefined;
  return { path: Array.isArray(place) ? place.filter(isStep).join(".") : String(place), message };
}

/** A name or an index: anything else is no step of a path. */
function isStep(step: unknown): boolean {
  return typeof step === "string" || typeof step === "number";
}

function get(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

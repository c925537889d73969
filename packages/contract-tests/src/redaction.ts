/** Keeps what a service sends and returns out of reports and off the terminal. */
import { isIdentifier } from "./identifier.ts";
import { parsedJson, type RecordedResponse } from "./recording-client.ts";
import type { Target } from "./targets/target.ts";

/** Shorter texts are parts of ordinary words and reveal nothing. */
const minSecretLength = 4;

/**
 * Removes every text that was sent or returned in a run from a report. A report contains none of them when
 * the cases are written correctly; this class catches the case that is not.
 */
export class ReportRedactor {
  readonly #secrets: readonly string[];

  constructor(target: Target, responses: readonly RecordedResponse[]) {
    const keys = [target.apiKey, target.campaign?.apiKey, target.otherApiKey, target.campaign?.id];
    const signatures = responses.flatMap(({ request }) => [...new URL(request.url).searchParams.values()]);
    const texts = responses.flatMap(({ request, json }) => [
      request.url,
      ...textsIn(bodyOf(request)),
      ...textsIn(json),
    ]);
    const secrets = new Set([...keys, ...signatures, ...texts.filter((text) => !isIdentifier(text))]);
    // The longest first, so that no part of one remains.
    this.#secrets = [...secrets].filter(isLong).sort((one, other) => other.length - one.length);
  }

  /** A copy of a report's value without any text that was sent or returned. */
  clean<Value>(value: Value): Value {
    // A string stays a string, and everything else keeps its shape.
    return this.#cleaned(value) as Value;
  }

  #cleaned(value: unknown): unknown {
    if (typeof value === "string") return this.#secrets.reduce((text, secret) => text.replaceAll(secret, "…"), value);
    if (Array.isArray(value)) return value.map((item) => this.#cleaned(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#cleaned(item)]));
  }
}

function isLong(text: string | undefined): text is string {
  return text !== undefined && text.length >= minSecretLength;
}

/** Every string inside a value, including the keys of its objects. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsIn(item)]);
}

function bodyOf({ body }: RecordedResponse["request"]): unknown {
  return typeof body === "string" ? (parsedJson(body) ?? body) : undefined;
}

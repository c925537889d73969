import type { Exchange } from "../exchange/exchange.ts";
import { publicWord } from "../public-word.ts";
import type { Target } from "../target.ts";

/** Shorter texts are parts of ordinary words, and tell nothing. A word of a program's own is what a report is about. */
const shortestSecret = 4;

/**
 * The last barrier before a report: takes out every text that was sent or answered in a run. What a report
 * is made of holds none of them to begin with; this is for the day on which somebody gets that wrong.
 */
export class Redactor {
  readonly #secrets: readonly string[];

  constructor(target: Target, exchanges: readonly Exchange[]) {
    const keys = [target.apiKey, target.campaign?.apiKey, target.otherApiKey, target.campaign?.id];
    const signatures = exchanges.flatMap(({ request }) => [...new URL(request.url).searchParams.values()]);
    const texts = exchanges.flatMap(({ request, json }) => [
      request.url,
      ...textsIn(bodyOf(request)),
      ...textsIn(json),
    ]);
    const secrets = new Set([...keys, ...signatures, ...texts.filter((text) => publicWord(text) !== text)]);
    // The longest first, so that no part of one is left.
    this.#secrets = [...secrets].filter(isLong).sort((one, other) => other.length - one.length);
  }

  /** A copy of a report's value in which no text has anything that was sent or answered. */
  clean<Value>(value: Value): Value {
    // A text becomes a text, and all else keeps its shape.
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
  return text !== undefined && text.length >= shortestSecret;
}

/** Every text below a value, the keys of its objects included. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsIn(item)]);
}

function bodyOf({ body }: Exchange["request"]): unknown {
  if (typeof body !== "string") return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

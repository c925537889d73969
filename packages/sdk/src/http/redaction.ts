import { cleanCause } from "./clean-cause.js";

const redacted = "[redacted]";

/** More rotated keys than are in use while one request is under way. */
const mostRotated = 256;

/** Nothing that a service says is nested deeper, and what is would break the readers of an error. */
const deepestJson = 100;

/** What must not show in any text: the keys, and signed queries. The keys live in a private field, out of `inspect`'s sight. */
export class Secrets {
  readonly #fixed = new Set<string>();
  readonly #rotated = new Set<string>();
  #longestFirst: readonly string[] | undefined;

  /** Adds a key that stays the client's for all its life. */
  addFixed(key: string): void {
    this.#fixed.add(key);
    this.#longestFirst = undefined;
  }

  /** Adds a key of the moment; the oldest of many are forgotten. */
  addRotated(key: string): void {
    if (this.#fixed.has(key) || this.#rotated.has(key)) return;
    this.#rotated.add(key);
    const [oldest] = this.#rotated;
    if (this.#rotated.size > mostRotated && oldest !== undefined) this.#rotated.delete(oldest);
    this.#longestFirst = undefined;
  }

  /** The text without the queries of addresses and without any key, whether that stands there plainly or escaped. */
  redact(text: string): string {
    // A key may begin another one: the longer goes first, or its end would stay.
    this.#longestFirst ??= [...this.#fixed, ...this.#rotated].flatMap(formsOf).sort((a, b) => b.length - a.length);
    const keyless = this.#longestFirst.reduce((clean, form) => clean.replaceAll(form, redacted), text);
    return keyless.includes("?") ? keyless.replace(/[^\s"'<>]+/g, withoutQuery) : keyless;
  }

  /** A copy of parsed JSON whose texts and names are redacted. */
  redactJson(json: unknown, depth = 0): unknown {
    if (typeof json === "string") return this.redact(json);
    if (typeof json !== "object" || json === null) return json;
    if (depth === deepestJson) return "[nested too deep]";
    if (Array.isArray(json)) return json.map((item) => this.redactJson(item, depth + 1));
    const fields = Object.entries(json).map(([name, value]) => [this.redact(name), this.redactJson(value, depth + 1)]);
    return Object.fromEntries(fields);
  }

  /** The headers themselves when no value holds a key, else a copy without it. */
  redactHeaders(headers: Headers): Headers {
    const isClean = [...headers.values()].every((value) => this.redact(value) === value);
    return isClean
      ? headers
      : new Headers([...headers].map(([name, value]): [string, string] => [name, this.redact(value)]));
  }

  /** An error as a cause: itself when nothing in it holds a key, else a copy of its texts without it. */
  redactCause(cause: unknown): unknown {
    return cleanCause(cause, (text) => this.redact(text));
  }
}

/** An address without its query, which is where signatures are. */
export function redactUrl(address: string): string {
  const query = address.indexOf("?");
  return query === -1 ? address : `${address.slice(0, query)}?${redacted}`;
}

/** A word of a text; signatures are in the queries of addresses. JSON may escape an address's slashes. */
function withoutQuery(word: string): string {
  const address = word.search(/https?:\\?\//i);
  return address === -1 ? word : word.slice(0, address) + redactUrl(word.slice(address));
}

/** How a key may stand in a text: plainly, in JSON (some writers escape slashes), in an address, in HTML. */
function formsOf(key: string): string[] {
  const inJson = JSON.stringify(key).slice(1, -1);
  const inHtml = key.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
  return [...new Set([key, inJson, inJson.replaceAll("/", "\\/"), encodeURIComponent(key), inHtml])];
}

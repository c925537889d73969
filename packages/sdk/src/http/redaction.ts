/** Takes keys, and the queries and passwords of URLs, out of every text that is shown. */
import { cleanCause } from "./clean-cause.js";

/** Stands in the place of a secret. */
export const redacted = "[redacted]";

/** More keys than a key function returns while one request is under way. */
const mostRotated = 256;

/** No service nests JSON deeper, and code that reads an error could not cope with it. */
const deepestJson = 100;

/** Knows the keys, and takes them and signed queries out of texts. Private fields hide the keys from `inspect`. */
export class Secrets {
  readonly #fixed = new Set<string>();
  readonly #rotated = new Set<string>();
  #longestFirst: readonly string[] | undefined;

  /** Adds a key that the client has for all its life. */
  addFixed(key: string): void {
    this.#fixed.add(key);
    this.#longestFirst = undefined;
  }

  /** Adds a key that a key function returned; the oldest of many are forgotten. */
  addRotated(key: string): void {
    if (this.#fixed.has(key) || this.#rotated.has(key)) return;
    this.#rotated.add(key);
    const [oldest] = this.#rotated;
    if (this.#rotated.size > mostRotated && oldest !== undefined) this.#rotated.delete(oldest);
    this.#longestFirst = undefined;
  }

  /** The text without the queries of addresses and without any key, plain or escaped. */
  redact(text: string): string {
    // One key may be the beginning of another: the longer is taken out first, or its end would stay.
    this.#longestFirst ??= [...this.#fixed, ...this.#rotated].flatMap(formsOf).sort((a, b) => b.length - a.length);
    const keyless = this.#longestFirst.reduce((clean, form) => clean.replaceAll(form, redacted), text);
    return redactUrlsIn(keyless);
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

  /** The headers themselves when no value contains a key, else a copy without it. */
  redactHeaders(headers: Headers): Headers {
    const isClean = [...headers.values()].every((value) => this.redact(value) === value);
    return isClean
      ? headers
      : new Headers([...headers].map(([name, value]): [string, string] => [name, this.redact(value)]));
  }

  /** An error to be used as a cause: itself when nothing in it contains a key, else a copy of its texts without it. */
  redactCause(cause: unknown): unknown {
    return cleanCause(cause, (text) => this.redact(text));
  }
}

/** The text without the queries, users and passwords of the addresses in it. */
export function redactUrlsIn(text: string): string {
  const isPlain = !text.includes("?") && !text.includes("@");
  return isPlain ? text : text.replace(/[^\s"'<>]+/g, withoutSecrets);
}

/** An address without its query, which is where signatures are. */
export function redactUrl(address: string): string {
  const query = address.indexOf("?");
  return query === -1 ? address : `${address.slice(0, query)}?${redacted}`;
}

/**
 * A word of a text without its query and its user and password, if it is an address: signatures and passwords are there.
 * JSON may escape an address's slashes.
 */
function withoutSecrets(word: string): string {
  const address = word.search(/https?:\\?\//i);
  if (address === -1) return word;
  const withoutUser = word.slice(address).replace(/^(https?:(?:\\?\/){2})[^/\\?#]*@/i, `$1${redacted}@`);
  return word.slice(0, address) + redactUrl(withoutUser);
}

/** How a text may spell a key: plainly, in JSON (some writers escape slashes), in an address, in HTML. */
function formsOf(key: string): string[] {
  const inJson = JSON.stringify(key).slice(1, -1);
  const inHtml = key.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
  return [...new Set([key, inJson, inJson.replaceAll("/", "\\/"), encodeURIComponent(key), inHtml])];
}

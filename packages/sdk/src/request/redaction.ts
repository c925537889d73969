/** Takes keys, and the queries and passwords of URLs, out of every text that is shown. */

import { isObject } from "../value-kinds.js";
import { cleanCause } from "./clean-cause.js";

/** Stands in the place of a secret. */
export const redacted = "[redacted]";

/** How many keys from a function, and how many values of headers, are remembered: more than the requests under way have. */
const mostPassing = 256;

/** Headers whose values tell nothing, or are there to be quoted. */
const harmlessHeaders =
  /^(accept|cache-|content-|host$|origin$|referer$|user-agent$|trace|x-(request|correlation)-id$)/i;

/** Shorter values of headers, such as "1" or "en", are parts of other words. */
const shortestHeaderValue = 8;

/** One way in which a text may spell a secret. */
interface Form {
  /** In lower case. */
  text: string;
  /** Finds it in any case: `%2F` may come back as `%2f`. */
  pattern: RegExp;
  /** With how many characters its beginning tells something, at the end of a text that was cut. */
  leastShown: number;
}

/** Knows the keys, and takes them and signed queries out of texts. Private fields hide the keys from `inspect`. */
export class Secrets {
  readonly #fixed = new Map<string, Form[]>();
  readonly #keys = new Map<string, Form[]>();
  readonly #headerValues = new Map<string, Form[]>();
  #longestFirst: readonly Form[] | undefined;

  /** Adds a key that the client has for all its life. */
  addFixed(key: string): void {
    this.#add(key, this.#fixed);
  }

  /** Adds a key that a key function returned; of many, those that were not used for longest are forgotten. */
  addRotated(key: string): void {
    if (!this.#fixed.has(key)) this.#add(key, this.#keys);
  }

  /** Adds the values of headers, of the client or of one request, but for those that are short or harmless. */
  addHeaders(headers: Record<string, string>, { ofClient = false } = {}): void {
    for (const [name, value] of Object.entries(headers)) {
      if (harmlessHeaders.test(name)) continue;
      // Credentials may be quoted without their scheme, such as Basic, and a cookie without its name.
      for (const part of [value, ...value.split(/^\w+ |[;=] ?/)]) {
        if (part.length >= shortestHeaderValue) this.#add(part, ofClient ? this.#fixed : this.#headerValues);
      }
    }
  }

  #add(secret: string, known: Map<string, Form[]>): void {
    const forms = known.get(secret);
    // The one that was used last is forgotten last: it may be that of a request under way.
    known.delete(secret);
    known.set(secret, forms ?? formsOf(secret));
    if (forms) return;
    const [oldest] = known.keys();
    if (known !== this.#fixed && known.size > mostPassing && oldest !== undefined) known.delete(oldest);
    this.#longestFirst = undefined;
  }

  /** One key may be the beginning of another: the longer is taken out first, or its end would stay. */
  get #forms(): readonly Form[] {
    this.#longestFirst ??= [this.#fixed, this.#keys, this.#headerValues]
      .flatMap((known) => [...known.values()].flat())
      .sort((a, b) => b.text.length - a.text.length);
    return this.#longestFirst;
  }

  /** The text without the queries of addresses and without any key, plain or escaped. */
  redact(text: string): string {
    return redactUrlsIn(this.#forms.reduce((clean, { pattern }) => clean.replace(pattern, redacted), text));
  }

  /** The same for a text that may have been cut: the beginning of a key at its end is taken out too. */
  redactCut(text: string): string {
    const clean = this.redact(text);
    const end = clean.toLowerCase();
    const shown = Math.max(0, ...this.#forms.map((form) => beginningAtEnd(end, form)));
    return shown === 0 ? clean : clean.slice(0, -shown) + redacted;
  }

  /** A copy of parsed JSON whose texts and names are redacted. */
  redactJson(json: unknown): unknown {
    if (typeof json === "string") return this.redact(json);
    if (!isObject(json)) return json;
    if (Array.isArray(json)) return json.map((item) => this.redactJson(item));
    return Object.fromEntries(Object.entries(json).map(([name, value]) => [this.redact(name), this.redactJson(value)]));
  }

  /** A copy of the headers whose values contain no key. */
  redactHeaders(headers: Headers): Headers {
    return new Headers([...headers].map(([name, value]): [string, string] => [name, this.redact(value)]));
  }

  /** An error to be used as a cause: itself when nothing in it contains a key, else a copy of its texts without it. */
  redactCause(cause: unknown): unknown {
    return cleanCause(cause, (text) => this.redact(text));
  }
}

/** The text without the queries, users and passwords of the addresses in it: signatures and passwords are there. */
export function redactUrlsIn(text: string): string {
  const isPlain = !query.test(text) && !text.includes("@");
  return isPlain ? text : text.replace(userOfAddress, `$1${redacted}@`).replace(/[^\s"'<>]+/g, withoutQuery);
}

/** In an address of any scheme, such as a proxy's. JSON may escape an address's slashes. */
const userOfAddress = /(\w:(?:\\?\/){2})[^\s"<>/\\?#]*@/g;

/** Where the part of an address begins that signatures are in: its query, also in an encoded address, or another part with names and values. */
const query = /\?|%3F(?=[\w.-]+%3D)|[;#](?=[\w%.-]+=)/i;

/** An address without its query. */
export function redactUrl(address: string): string {
  const index = address.search(query);
  return index === -1 ? address : `${address.slice(0, index)}?${redacted}`;
}

/** A word of a text without its query, if it has an address in it, or a query that has a name and a value. */
function withoutQuery(word: string): string {
  const http = word.search(/https?(:|%3A)\\?[/%]/i);
  const address = http === -1 ? word.search(/\?[\w%.-]+=/) : http;
  return address === -1 ? word : word.slice(0, address) + redactUrl(word.slice(address));
}

/**
 * How a text may spell a secret: plainly, in JSON (some writers escape slashes, and some escape nothing), in an address, in
 * HTML, in base64.
 */
function formsOf(secret: string): Form[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inHtml = secret.replace(/[&<>"]/g, (sign) => `&${entities[sign]};`);
  const inAddress = [encodeURI(secret), encodeURIComponent(secret)];
  const texts = new Set([secret, inJson, inJson.replaceAll("/", "\\/"), ...readFromJson(secret), ...inAddress, inHtml]);
  const formOf = (text: string, leastShown: number): Form => ({
    text: text.toLowerCase(),
    pattern: new RegExp(text.replace(/[^\w]/g, spellingsOf), "gi"),
    leastShown,
  });
  // Four characters of base64 are three of the secret.
  return [...[...texts].map((text) => formOf(text, 1)), ...base64Of(secret).map((text) => formOf(text, 4))];
}

/** What JSON's readers make of a secret that was written into it as it is: a backslash changes what follows. */
function readFromJson(secret: string): string[] {
  try {
    return [JSON.parse(`"${secret}"`)];
  } catch {
    return [];
  }
}

/** A pattern for one character: plain, or escaped as in JSON, an address or HTML. Writers escape different characters. */
function spellingsOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return `(?:\\\\?\\${sign}|\\\\u0*${hex}|%${hex}|&(?:#x0*${hex}|#0*${code}|${entities[sign] ?? "-"});)`;
}

const entities: Record<string, string> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "/": "sol",
  "=": "equals",
  "+": "plus",
};

/**
 * A secret in base64 of both alphabets, wherever it stands in what was encoded: without the characters that its neighbours
 * have a part in. A short one has none, for it could be part of any word.
 */
function base64Of(secret: string): string[] {
  // `btoa` takes no other characters than those of one byte, and a key has none.
  if (secret.length < shortestHeaderValue || /[^\x20-\x7e]/.test(secret)) return [];
  return [0, 1, 2].flatMap((offset) => {
    const encoded = btoa(" ".repeat(offset) + secret);
    const own = encoded.slice(Math.ceil((offset * 4) / 3), Math.floor(((offset + secret.length) * 4) / 3));
    return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

/** How many characters of the secret, from its first, are the end of the text. */
function beginningAtEnd(text: string, { text: secret, leastShown }: Form): number {
  let { length } = secret;
  while (!text.endsWith(secret.slice(0, length))) length -= 1;
  return length < leastShown ? 0 : length;
}

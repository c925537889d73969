/** Takes keys, and the queries and passwords of addresses, out of every text that is shown. */

const redacted = "[redacted]";

/** Headers whose values tell nothing, or are there to be quoted. */
const harmlessHeaders =
  /^(accept|cache-|content-|host$|origin$|referer$|user-agent$|trace|x-(request|correlation)-id$)/i;

/** Shorter values of headers are parts of other words. */
const shortestHeaderValue = 8;

/** How many keys of a key function a client remembers after their requests: a later failure may quote the one before. */
const mostPastKeys = 8;

/** Longer chains of causes are left out. */
const deepestCause = 5;

/**
 * Knows the secrets of a client, or of one request and its client. Nothing is prepared before a text is shown, so that keys
 * which change with each request cost nothing. The private fields hide the secrets from `inspect`.
 */
export class Redactor {
  readonly #client: Redactor | undefined;
  readonly #secrets = new Set<string>();
  #pastKeys: readonly string[] = [];
  #spelledFor = "";
  #spellings: readonly string[] = [];
  #pattern = /(?!)/g;

  constructor(client?: Redactor) {
    this.#client = client;
  }

  add(secret: string): void {
    this.#secrets.add(secret);
  }

  /** Adds a key that a key function returned, and forgets the oldest of such keys. */
  addPastKey(key: string): void {
    this.#pastKeys = [...new Set([key, ...this.#pastKeys])].slice(0, mostPastKeys);
  }

  addHeaders(headers: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(headers)) {
      if (harmlessHeaders.test(name)) continue;
      // Credentials may be quoted without their scheme, and a cookie without its name.
      for (const part of [value, ...value.split(/[ ;=]/)]) if (part.length >= shortestHeaderValue) this.add(part);
    }
  }

  #allSecrets(): string[] {
    return [...(this.#client ? this.#client.#allSecrets() : []), ...this.#secrets, ...this.#pastKeys];
  }

  /** @returns how texts may spell the secrets, in lower case; the longest first, for one may be part of another */
  #updateSpellings(): readonly string[] {
    const secrets = this.#allSecrets();
    // Stryker disable next-line ConditionalExpression: saves time alone
    if (secrets.join("\n") === this.#spelledFor) return this.#spellings;
    this.#spelledFor = secrets.join("\n");
    this.#spellings = [...new Set(secrets.flatMap(spellingsOf))].sort((one, other) => other.length - one.length);
    this.#pattern = new RegExp(this.#spellings.map((spelling) => spelling.replace(/\W/g, "\\$&")).join("|"), "gi");
    return this.#spellings;
  }

  text(text: string): string {
    this.#updateSpellings();
    return withoutQueries(text.replace(this.#pattern, redacted));
  }

  /** The beginning of a text that somebody may have cut in the middle of a secret. */
  excerpt(text: string, length: number): string {
    const clean = this.text(text);
    const end = clean.toLowerCase();
    const cut = Math.max(0, ...this.#updateSpellings().map((spelling) => beginningAtEnd(end, spelling)));
    return (cut === 0 ? clean : clean.slice(0, -cut) + redacted).slice(0, length);
  }

  /** Parses JSON, and takes the secrets out of its names and texts. @throws {Error} for text that is no JSON, or too deep */
  json(text: string): unknown {
    return JSON.parse(text, (_name, value: unknown) => {
      if (typeof value === "string") return this.text(value);
      if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [this.text(name), item]));
    });
  }

  /** A copy of an error that other code threw: its texts and its causes, and nothing else that it may refer to. */
  cause(error: unknown, depth = 0): unknown {
    // Also for errors of another realm.
    const { name, message, code, cause, errors } = Object(error);
    if (typeof message !== "string") return this.text(textOf(error));
    const copy = new Error(this.text(message));
    const define = (field: string, value: unknown) => Object.defineProperty(copy, field, { value });
    define("name", this.text(textOf(name)));
    define("stack", undefined);
    if (typeof code === "string") define("code", this.text(code));
    if (depth === deepestCause) return copy;
    const further = (each: unknown) => this.cause(each, depth + 1);
    if (cause !== undefined) define("cause", further(cause));
    if (Array.isArray(errors)) define("errors", errors.map(further));
    return copy;
  }
}

function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return "";
  }
}

/** Plainly, in an address, where some writers leave slashes alone, and in JSON, where some escape them. */
function spellingsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inUrl = encodeURIComponent(secret);
  const inPath = [encodeURI(secret), inUrl.replaceAll("%2F", "/")];
  return [secret, inUrl, ...inPath, inJson, inJson.replaceAll("/", "\\/")].map((spelling) => spelling.toLowerCase());
}

/** How many characters of the secret, from its first, are the end of the text. */
function beginningAtEnd(text: string, secret: string): number {
  let { length } = secret;
  while (!text.endsWith(secret.slice(0, length))) length -= 1;
  return length;
}

/** In an address of any scheme, such as a proxy's. JSON may escape an address's slashes. */
const userOfAddress = /(\w:(?:\\?\/){2})[^\s"<>/\\?#]*@/g;

/** The part of an address that signatures are in: its query, also in an encoded address, or another part with names and values. */
const query = /(\?|%3F(?=[\w.-]+%3D)|[;#](?=[\w%.-]+=)).*/i;

/** A text whose addresses have no user, no password and no query. */
export function withoutQueries(text: string): string {
  // Stryker disable next-line ConditionalExpression,LogicalOperator: saves time alone
  const isPlain = !query.test(text) && !text.includes("@");
  return isPlain ? text : text.replace(userOfAddress, `$1${redacted}@`).replace(/[^\s"'<>]+/g, withoutQuery);
}

/** A word of a text without a query that has a name and a value, and without the query of an address in it. */
function withoutQuery(word: string): string {
  const shown = word.replace(/\?[\w%.-]+=.*/, `?${redacted}`);
  const address = shown.search(/https?(:|%3A)\\?[/%]/i);
  return address === -1 ? shown : shown.slice(0, address) + shown.slice(address).replace(query, `?${redacted}`);
}

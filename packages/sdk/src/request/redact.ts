/** Removes keys, and the queries and passwords of URLs, from every text that is shown. */

const redacted = "[redacted]";

/** Headers whose values are not secret, or are meant to be quoted. */
const harmlessHeaders = /^(accept|cache-|content-|origin$|referer$|user-agent$|trace|x-(request|correlation)-id$)/i;

/** The shortest header value that is redacted. Shorter values occur in other words. */
const shortestHeaderValue = 8;

/** How many earlier keys of a key function a client remembers. A late failure may quote an earlier key. */
const mostPastKeys = 8;

/** The longest chain of causes that is kept. */
const deepestCause = 5;

/**
 * Knows the secrets of a client, or of one request and its client. It prepares nothing before a text is shown, so keys
 * that change with each request cost nothing. Its fields are private, so `inspect` does not show the secrets.
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

  /** Adds a key that a key function returned, and forgets the oldest such key. */
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

  /** @returns the spellings of the secrets in lower case, the longest first, because one may be part of another */
  #updateSpellings(): readonly string[] {
    const secrets = this.#allSecrets();
    const lines = secrets.join("\n");
    // Stryker disable next-line ConditionalExpression: saves time alone
    if (lines !== this.#spelledFor) {
      this.#spelledFor = lines;
      this.#spellings = [...new Set(secrets.flatMap(spellingsOf))].sort((one, other) => other.length - one.length);
      this.#pattern = new RegExp(this.#spellings.map((spelling) => spelling.replace(/\W/g, "\\$&")).join("|"), "gi");
    }
    return this.#spellings;
  }

  text(text: string): string {
    this.#updateSpellings();
    return withoutQueries(text.replace(this.#pattern, redacted));
  }

  /** Redacts the beginning of a text, which may have been cut in the middle of a secret. */
  excerpt(text: string, length: number): string {
    const clean = this.text(text);
    const end = clean.toLowerCase();
    const cut = Math.max(0, ...this.#updateSpellings().map((spelling) => beginningAtEnd(end, spelling)));
    return (cut === 0 ? clean : clean.slice(0, -cut) + redacted).slice(0, length);
  }

  /**
   * Parses JSON, and removes the secrets from its names and strings. @throws {Error} for text that is not JSON, or is
   * nested too deeply
   */
  json(text: string): unknown {
    return JSON.parse(text, (_name, value: unknown) => {
      if (typeof value === "string") return this.text(value);
      if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [this.text(name), item]));
    });
  }

  /** Copies an error of other code: its message and its causes, but no other fields. */
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

/**
 * The spellings of a secret: plain; in a URL, where some writers do not encode slashes; and in JSON, where some escape
 * them.
 */
function spellingsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inUrl = encodeURIComponent(secret);
  const inPath = [encodeURI(secret), inUrl.replaceAll("%2F", "/")];
  return [secret, inUrl, ...inPath, inJson, inJson.replaceAll("/", "\\/")].map((spelling) => spelling.toLowerCase());
}

/** The number of the secret's first characters that are at the end of the text. */
function beginningAtEnd(text: string, secret: string): number {
  let { length } = secret;
  while (!text.endsWith(secret.slice(0, length))) length -= 1;
  return length;
}

/** Matches user and password in a URL of any scheme, such as a proxy's. JSON may escape the URL's slashes. */
const userOfAddress = /(\w:(?:\\?\/){2})[^\s"<>/\\?#]*@/g;

/**
 * Matches the part of a URL that may contain signatures: its query, also in an encoded URL, or another part with names
 * and values.
 */
const query = /(\?|%3F(?=[\w.-]+%3D)|[;#](?=[\w%.-]+=)).*/i;

/** The text, with no user, password or query in its URLs. */
export function withoutQueries(text: string): string {
  // Stryker disable next-line ConditionalExpression,LogicalOperator: saves time alone
  const isPlain = !query.test(text) && !text.includes("@");
  return isPlain ? text : text.replace(userOfAddress, `$1${redacted}@`).replace(/[^\s"'<>]+/g, withoutQuery);
}

/** The word, without a query that has a name and a value, and without the query of a URL in it. */
function withoutQuery(word: string): string {
  const shown = word.replace(/\?[\w%.-]+=.*/, `?${redacted}`);
  const address = shown.search(/https?(:|%3A)\\?[/%]/i);
  return address === -1 ? shown : shown.slice(0, address) + shown.slice(address).replace(query, `?${redacted}`);
}

/** Keeps API keys and signatures out of journal entries. */
import { decodeUri } from "../core/encoding.js";

/** The replacement for a secret. */
const removed = "[removed]";

/**
 * The shortest key that is removed everywhere. A shorter one is removed only as a separate word, because inside other
 * words it reveals nothing.
 */
const shortestAnywhere = 6;

/** Parameters with a signature, as they are in URLs, encoded or not. */
const signatures = /((?:signature|sig)(?:=|%3D))[^&\s"'<>\\]+/gi;

/** Headers and parameters whose values may be secrets that the fake does not know. */
const secretNames = /auth|cookie|token|secret|key|signature|password|credential/i;

/** Removes keys and signatures from everything that the journal shows. */
export class Redactor {
  readonly #keys: readonly string[];
  readonly #forms: readonly string[];
  readonly #patterns: readonly RegExp[];

  constructor(keys: readonly string[]) {
    this.#keys = keys;
    const forms = new Set(keys.filter((key) => key !== "").flatMap(formsOf));
    // The longest first, for a key may be the beginning of another.
    this.#forms = [...forms].sort((one, other) => other.length - one.length);
    this.#patterns = this.#forms.map(patternOf);
  }

  /**
   * A redactor that also removes the key of an `Authorization` header, because a wrong key may be valid at another
   * service.
   */
  besides(authorization: string | null): Redactor {
    if (authorization === null) return this;
    return new Redactor([...this.#keys, authorization.trim(), authorization.trim().replace(/^\S+\s+/, "")]);
  }

  text(text: string): string {
    const withoutKeys = this.#patterns.reduce((rest, pattern) => rest.replace(pattern, removed), text);
    return withoutKeys.replace(signatures, `$1${removed}`);
  }

  /**
   * Redacts a text whose end was cut off. Its last characters are omitted, as many as the longest key has, because they
   * may begin a key.
   */
  cutText(text: string): string {
    const [longest = ""] = this.#forms;
    const clean = this.text(text);
    return clean.slice(0, Math.max(0, clean.length - longest.length));
  }

  /** Redacts a path, in which secrets may have another encoding. */
  path(path: string): string {
    const segments = path.split("/").map((segment) => {
      const plain = decodeUri(segment);
      const clean = this.text(plain);
      return clean === plain ? segment : clean;
    });
    return this.text(segments.join("/"));
  }

  /** Redacts headers or parameters, and removes the whole value of those that may hold a secret. */
  fields(fields: Iterable<readonly [name: string, value: string]>): { name: string; value: string }[] {
    return [...fields].map(([name, value]) => ({
      name: this.text(name),
      value: secretNames.test(name) ? removed : this.path(value),
    }));
  }

  /** Copies a JSON value, without the secrets in its strings, numbers and names. */
  value(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (typeof value === "number") return this.#number(value);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    const copy = {};
    for (const [key, item] of Object.entries(value)) {
      // An assignment to `__proto__` would change the prototype instead of adding a key.
      Object.defineProperty(copy, this.text(key), { value: this.value(item), enumerable: true, configurable: true });
    }
    return copy;
  }

  #number(value: number): number | string {
    const text = this.text(String(value));
    return text === String(value) ? value : text;
  }
}

/** The spellings of a key in a text, in JSON and in a URL. */
function formsOf(key: string): string[] {
  return [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)];
}

function patternOf(secret: string): RegExp {
  const literal = secret.replace(/[^\w\s]/g, "\\$&");
  return new RegExp(secret.length < shortestAnywhere ? `(?<![\\w-])${literal}(?![\\w-])` : literal, "g");
}

const redacted = "[redacted]";

/** More than one client rotates through in the life of an error. */
const mostValues = 16;

/** The keys that must not show in any text. They live in a private field, out of `inspect`'s sight. */
export class Secrets {
  readonly #values = new Set<string>();

  add(value: string): void {
    if (this.#values.has(value)) return;
    this.#values.add(value);
    const [oldest] = this.#values;
    if (this.#values.size > mostValues && oldest !== undefined) this.#values.delete(oldest);
  }

  /** The text without any key, as it is, as JSON writes it, or percent-encoded. */
  redact(text: string): string {
    let clean = text;
    for (const value of this.#values) {
      for (const form of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]) {
        clean = clean.replaceAll(form, redacted);
      }
    }
    return clean;
  }

  /** The headers themselves when no value holds a key, else a copy without it. */
  redactHeaders(headers: Headers): Headers {
    const isClean = [...headers.values()].every((value) => this.redact(value) === value);
    return isClean
      ? headers
      : new Headers([...headers].map(([name, value]): [string, string] => [name, this.redact(value)]));
  }

  /** An error as a cause: itself when it holds no key, else a plain error with the clean text. */
  redactCause(cause: unknown): unknown {
    const text = textOf(cause);
    const clean = this.redact(text);
    return clean === text ? cause : new Error(clean);
  }
}

/** An address without its query, which is where signatures are. */
export function redactUrl(address: string): string {
  const query = address.indexOf("?");
  return query === -1 ? address : `${address.slice(0, query)}?${redacted}`;
}

/** All text of an error that `inspect`, `String` or JSON could show. */
function textOf(value: unknown, depth = 0): string {
  if (depth > 4 || value === null || value === undefined) return "";
  if (typeof value !== "object") return String(value);
  const inner = Reflect.ownKeys(value).map((key) =>
    textOf(Object.getOwnPropertyDescriptor(value, key)?.value, depth + 1),
  );
  return [value instanceof Error ? `${value.name}: ${value.message}` : "", ...inner].join("\n");
}

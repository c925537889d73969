import { escapeMarkup } from "../../core/encoding.js";

/** A piece of HTML: what is put into it as text is escaped. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** Writes HTML; values are escaped unless they are HTML themselves, and lists are joined. */
export function html(parts: TemplateStringsArray, ...values: unknown[]): Html {
  return new Html(parts.reduce((text, part, index) => `${text}${written(values[index - 1])}${part}`));
}

function written(value: unknown): string {
  if (value instanceof Html) return value.toString();
  if (Array.isArray(value)) return value.map(written).join("");
  return escapeMarkup(String(value));
}

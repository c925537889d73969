/** Keeps the JSON texts of responses. */

/**
 * The JSON of lists and rows of the store, which never change once made. Each text is written once and kept
 * as long as its source: writing it takes longer than all the rest of a request.
 */
export class ResponseTexts {
  readonly #texts = new WeakMap<object, string>();

  /** The text of a source, written from `value()` the first time. */
  of(source: object, value: () => unknown): string {
    const known = this.#texts.get(source);
    if (known !== undefined) return known;
    const text = JSON.stringify(value());
    this.#texts.set(source, text);
    return text;
  }
}

/**
 * The JSON of things that never change once made: lists and rows of the store. Each text is made once,
 * and forgotten with its source.
 */
export class ResponseTexts {
  readonly #texts = new WeakMap<object, string>();

  /** The text of a source, made of `value()` the first time. */
  of(source: object, value: () => unknown): string {
    const known = this.#texts.get(source);
    if (known !== undefined) return known;
    const text = JSON.stringify(value());
    this.#texts.set(source, text);
    return text;
  }
}

/** What this browser keeps. */
import { Store } from "./store.ts";

/** One of a few values, which a person chooses. */
export class BrowserSetting<Value extends string> extends Store<Value> {
  readonly #storageKey: string;

  /** @param values what can be chosen; the first counts until something is */
  constructor(name: string, values: readonly [Value, ...Value[]]) {
    const storageKey = `call-analysis-console:${name}`;
    const kept = globalThis.localStorage?.getItem(storageKey);
    super(values.find((value) => value === kept) ?? values[0]);
    this.#storageKey = storageKey;
  }

  choose(value: Value): void {
    localStorage.setItem(this.#storageKey, value);
    this.set(value);
  }
}

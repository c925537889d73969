/** What a person chooses for this browser, which keeps it until everything is forgotten. */
import { useSyncExternalStore } from "react";

/** One of a few values. */
export class BrowserSetting<Value extends string> {
  readonly #storageKey: string;
  readonly #values: readonly [Value, ...Value[]];
  readonly #listeners = new Set<() => void>();
  #chosen: Value | undefined;

  /** @param values what can be chosen; the first counts until something is */
  constructor(name: string, values: readonly [Value, ...Value[]]) {
    this.#storageKey = `call-analysis-console:${name}`;
    this.#values = values;
  }

  get chosen(): Value {
    // Read once: every text of a page that has a time asks for the zone.
    if (this.#chosen === undefined) {
      const kept = globalThis.localStorage?.getItem(this.#storageKey);
      this.#chosen = this.#values.find((value) => value === kept) ?? this.#values[0];
    }
    return this.#chosen;
  }

  choose(value: Value): void {
    this.#chosen = value;
    localStorage.setItem(this.#storageKey, value);
    for (const listener of this.#listeners) listener();
  }

  /** Calls a function after each choice, until the returned function is called. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}

/** What is chosen. A component that uses it is drawn anew after a choice. */
export function useSetting<Value extends string>(setting: BrowserSetting<Value>): Value {
  return useSyncExternalStore(setting.subscribe, () => setting.chosen);
}

/** A list that keeps so many items, and lets the oldest go. */
export class Ring<Item> {
  readonly #limit: number;
  #items: Item[] = [];
  /** Where the oldest item is, once the list is full. */
  #start = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(item: Item): void {
    if (this.#items.length < this.#limit) {
      this.#items.push(item);
      return;
    }
    if (this.#limit === 0) return;
    this.#items[this.#start] = item;
    this.#start = (this.#start + 1) % this.#limit;
  }

  /** All items, the oldest first. */
  list(): Item[] {
    return [...this.#items.slice(this.#start), ...this.#items.slice(0, this.#start)];
  }

  clear(): void {
    this.#items = [];
    this.#start = 0;
  }
}

/** Makes each thing at most once in a run; a failure is kept, too. */
export class Once {
  readonly #made = new Map<string, Promise<unknown>>();

  /** What `make` made the first time. One name must always stand for one kind of thing. */
  of<Value>(name: string, make: () => Promise<Value>): Promise<Value> {
    const made = this.#made.get(name) ?? make();
    this.#made.set(name, made);
    // Every use of a name passes the same `make`.
    return made as Promise<Value>;
  }
}

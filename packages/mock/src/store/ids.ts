/** The ids of rows. */
import { hash } from "../core/random.js";

const idLength = 12;

/** Generates ids from the seed, the organization, the kind and a count. Clients must treat them as opaque. */
export class Ids {
  #seed: number;
  readonly #counts = new Map<string, number>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** The next id of a kind in an organization, such as `mem_5f0c1a2b3d4e`. Ids in use are skipped. */
  next(prefix: string, organizationId: string, isTaken: (id: string) => boolean): string {
    const counter = `${organizationId} ${prefix}`;
    for (;;) {
      const count = (this.#counts.get(counter) ?? 0) + 1;
      this.#counts.set(counter, count);
      const id = this.of(prefix, organizationId, count);
      if (!isTaken(id)) return id;
    }
  }

  /** The id for a name: the same name always yields the same id. */
  of(prefix: string, ...name: (string | number)[]): string {
    return `${prefix}_${hash(this.#seed, prefix, ...name).slice(0, idLength)}`;
  }

  /** The number of generated ids, by organization and kind. */
  counts(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }

  /** Restarts the counts, or continues from those given. */
  reset(seed: number, counts: Readonly<Record<string, number>> = {}): void {
    this.#seed = seed;
    this.#counts.clear();
    for (const [counter, count] of Object.entries(counts)) this.#counts.set(counter, count);
  }
}

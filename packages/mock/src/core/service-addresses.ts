/** Where a service is: at its first addresses always, and at those of each server that has listened. */
import { type Addresses, checkAddresses, pathsBelow } from "./addresses.js";

/**
 * All addresses of a service. Each keeps working when others come or go: a client that was given some may send to the
 * service's own `fetch` at any time. A response has the addresses by which its request came.
 */
export class ServiceAddresses {
  #all: readonly Addresses[] = [];
  /** Those of the storage, read once: each new call looks for its recording in all of them. */
  #storagePaths: readonly ReturnType<typeof pathsBelow>[] = [];
  /** Those that are given to new clients: the last one counts. */
  #offered: readonly Addresses[];

  /** @throws {TypeError} when one is not an http or https address */
  constructor(first: Addresses) {
    this.#offered = this.#place([checkAddresses(first)]);
  }

  get all(): readonly Addresses[] {
    return this.#all;
  }

  /** The addresses for new clients: of the server that began to listen last, else the first. */
  get current(): Addresses {
    // The first addresses are never withdrawn.
    return this.#offered.at(-1) as Addresses;
  }

  /**
   * Adds addresses. They replace those of an earlier server at the same place, which may have had a control interface.
   *
   * @returns ends offering them to new clients
   * @throws {TypeError} when one is not an http or https address
   */
  add(addresses: Addresses): () => void {
    const added = checkAddresses(addresses);
    this.#place([...this.#all.filter(({ baseUrl }) => baseUrl !== added.baseUrl), added]);
    this.#offered = [...this.#offered, added];
    return () => {
      this.#offered = this.#offered.filter((each) => each !== added);
    };
  }

  /** The key of the recording at an address of the storage, however it is spelled; null for an address elsewhere. */
  storageKeyOf(audioUrl: string): string | null {
    if (!URL.canParse(audioUrl)) return null;
    const address = new URL(audioUrl);
    return this.#storagePaths.flatMap((pathOf) => pathOf(address) ?? [])[0] ?? null;
  }

  #place(all: readonly Addresses[]): readonly Addresses[] {
    this.#all = all;
    this.#storagePaths = all.map(({ storageUrl }) => pathsBelow(storageUrl));
    return all;
  }
}

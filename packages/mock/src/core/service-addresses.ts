/** The base URLs of a service: always its first ones, and those of each server that has listened. */
import { type Addresses, checkAddresses, pathsBelow } from "./addresses.js";

/**
 * All base URLs of a service. Each keeps working when others come or go, because a client may use it with the service's
 * own `fetch` at any time. A response contains the URLs by which its request came.
 */
export class ServiceAddresses {
  #all: readonly Addresses[] = [];
  /** Those of the storage, read once: each new call looks for its recording in all of them. */
  #storagePaths: readonly ReturnType<typeof pathsBelow>[] = [];
  /** The base URLs for new clients. The last one counts. */
  #offered: readonly Addresses[];

  /** @throws {TypeError} if one is not an http or https URL */
  constructor(first: Addresses) {
    this.#offered = this.#place([checkAddresses(first)]);
  }

  get all(): readonly Addresses[] {
    return this.#all;
  }

  /** The base URLs for new clients: those of the server that began to listen last, else the first ones. */
  get current(): Addresses {
    // The first addresses are never withdrawn.
    return this.#offered.at(-1) as Addresses;
  }

  /**
   * Adds base URLs. They replace those of an earlier server at the same place, which may have had a control interface.
   *
   * @returns a function that stops offering them to new clients
   * @throws {TypeError} if one is not an http or https URL
   */
  add(addresses: Addresses): () => void {
    const added = checkAddresses(addresses);
    this.#place([...this.#all.filter(({ baseUrl }) => baseUrl !== added.baseUrl), added]);
    this.#offered = [...this.#offered, added];
    return () => {
      this.#offered = this.#offered.filter((each) => each !== added);
    };
  }

  /** The key of the recording at a URL of the storage, in any spelling. Null for a URL elsewhere. */
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

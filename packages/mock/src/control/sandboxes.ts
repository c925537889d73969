import type { Addresses } from "../core/addresses.js";
import type { ServiceRequest } from "../core/message.js";
import type { MockServiceOptions } from "../options.js";
import { adapterOf, type MockService } from "../service.js";

/** In what a sandbox may differ from the service that it belongs to. */
export type SandboxOptions = Pick<
  MockServiceOptions,
  "seed" | "scenario" | "progression" | "policies" | "clock" | "speed"
>;

/** A service of its own below the address of another. */
export interface Sandbox {
  id: string;
  addresses: Addresses;
}

/** Services of their own on one server, so that suites which run at the same time do not disturb each other. */
export class Sandboxes {
  readonly #make: (options: SandboxOptions) => MockService;
  readonly #services = new Map<string, MockService>();
  #count = 0;
  #prefix = "";

  constructor(make: (options: SandboxOptions) => MockService) {
    this.#make = make;
  }

  /** Says where the server is from now on. */
  place(origin: string): void {
    this.#prefix = `${origin}/sandboxes/`;
    for (const [id, service] of this.#services) adapterOf(service).listenAt(this.#addressesOf(id));
  }

  create(options: SandboxOptions): Sandbox {
    const service = this.#make(options);
    this.#count += 1;
    const id = `box-${this.#count}`;
    adapterOf(service).listenAt(this.#addressesOf(id));
    this.#services.set(id, service);
    return { id, addresses: service.addresses };
  }

  /** All sandboxes that there are. */
  list(): Sandbox[] {
    return [...this.#services].map(([id, { addresses }]) => ({ id, addresses }));
  }

  /** Drops a sandbox with all that it keeps; false when there was none. */
  delete(id: string): boolean {
    return this.#services.delete(id);
  }

  /** The sandbox that a request is for; undefined when it is for none. */
  serviceOf({ url }: Pick<ServiceRequest, "url">): MockService | undefined {
    if (this.#services.size === 0 || !url.startsWith(this.#prefix)) return undefined;
    const [id = ""] = url.slice(this.#prefix.length).split(/[/?#]/, 1);
    return this.#services.get(id);
  }

  #addressesOf(id: string): Addresses {
    const root = `${this.#prefix}${id}`;
    return {
      baseUrl: `${root}/v1`,
      campaignBaseUrl: root,
      storageUrl: `${root}/storage`,
      controlUrl: `${root}/__mock__`,
    };
  }
}

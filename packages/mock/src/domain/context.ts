import type { Addresses } from "../core/addresses.js";
import type { Clock } from "../core/clock.js";
import type { Policies } from "../core/policies.js";
import type { Progression } from "../engine/timeline.js";
import type { Ids } from "../store/ids.js";
import type { Store } from "../store/store.js";

/** What the rules of the service work with. */
export interface DomainContext {
  store: Store;
  ids: Ids;
  clock: Clock;
  seed: number;
  policies: Policies;
  progression: Progression;
  /** Where the service is at present. */
  addresses: () => Addresses;
}

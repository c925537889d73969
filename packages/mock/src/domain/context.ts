import type { Addresses } from "../addresses.js";
import type { Clock } from "../clock.js";
import type { Progression } from "../engine/timeline.js";
import type { Policies } from "../policies.js";
import type { Ids } from "../state/ids.js";
import type { Store } from "../state/store.js";

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

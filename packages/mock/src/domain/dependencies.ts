/** What the domain services share. */
import type { Clock } from "../core/clock.js";
import type { Policies } from "../core/policies.js";
import type { ServiceAddresses } from "../core/service-addresses.js";
import type { Progression } from "../engine/call-status.js";
import type { Ids } from "../store/ids.js";
import type { Store } from "../store/store.js";

/** What the service's rules depend on. Each class of this folder takes from it what it uses. */
export interface DomainDependencies {
  store: Store;
  ids: Ids;
  clock: Clock;
  /** Read it each time it is used: restoring a snapshot changes it. */
  seed: number;
  policies: Policies;
  /** How calls proceed for which nothing else is said. */
  progression: Progression;
  /** Where the service is; a server that starts to listen adds addresses. */
  addresses: ServiceAddresses;
}

/** The dependencies of this folder's functions. */
import type { Clock } from "../core/clock.js";
import type { Policies } from "../core/policies.js";
import type { ServiceAddresses } from "../core/service-addresses.js";
import type { SimulatedResult } from "../engine/analyse.js";
import type { Progression } from "../engine/call-status.js";
import type { Ids } from "../store/ids.js";
import type { CallRow } from "../store/rows.js";
import type { Store } from "../store/store.js";

/** The data of a service, and what its rules depend on. */
export interface Domain {
  readonly store: Store;
  readonly ids: Ids;
  readonly clock: Clock;
  /** Read it each time it is used: restoring a snapshot changes it. */
  seed: number;
  readonly policies: Policies;
  /** How calls proceed for which nothing else is said. */
  progression: Progression;
  /** Where the service is; a server that starts to listen adds addresses. */
  readonly addresses: ServiceAddresses;
  /** The results that lists of calls have shown: with a year of calls, drawing them again would take seconds. */
  readonly results: WeakMap<CallRow, SimulatedResult>;
}

/** The dependencies of this folder's functions. */
import type { Clock } from "../core/clock.js";
import type { Policies } from "../core/policies.js";
import type { ServiceAddresses } from "../core/service-addresses.js";
import type { SimulatedResult } from "../engine/analyse.js";
import type { Progression } from "../engine/call-status.js";
import type { Ids } from "../store/ids.js";
import type { CallRow } from "../store/rows.js";
import type { Store } from "../store/store.js";

/** The data of a service, and the dependencies of its rules. */
export interface Domain {
  readonly store: Store;
  readonly ids: Ids;
  readonly clock: Clock;
  /** Read this each time it is used, because restoring a snapshot changes it. */
  seed: number;
  readonly policies: Policies;
  /** The default progression of calls. */
  progression: Progression;
  /** The base URLs of the service. A server that starts to listen adds its own. */
  readonly addresses: ServiceAddresses;
  /** Cached results for lists of calls. With a year of calls, drawing them again would take seconds. */
  readonly results: WeakMap<CallRow, SimulatedResult>;
}

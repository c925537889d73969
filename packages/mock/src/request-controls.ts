import { RequestIds } from "./core/request-ids.js";
import type { DomainDependencies } from "./domain/dependencies.js";
import type { Recordings } from "./domain/recordings.js";
import { RequestAttributesReader } from "./domain/request-attributes.js";
import type { Fault } from "./interception/fault.js";
import { Faults } from "./interception/faults.js";
import { Gates } from "./interception/gates.js";
import { Overrides } from "./interception/overrides.js";
import { RateLimits } from "./interception/rate-limits.js";
import { Journal } from "./journal/journal.js";
import { Redactor } from "./journal/redaction.js";
import type { Settings } from "./options.js";

/** What a service's requests are watched and hindered by. */
export class RequestControls {
  readonly finder: RequestAttributesReader;
  readonly faults: Faults;
  readonly gates = new Gates();
  readonly journal: Journal;
  readonly overrides: Overrides;
  readonly rateLimits: RateLimits;
  readonly requestIds: RequestIds;
  readonly #scenarioFaults: readonly Fault[];

  constructor(context: DomainDependencies, { recordings, settings }: { recordings: Recordings; settings: Settings }) {
    this.finder = new RequestAttributesReader(context, recordings);
    this.faults = new Faults(settings.seed);
    const redactor = new Redactor(Object.keys(settings.keys));
    this.journal = new Journal({ limits: settings.journal, redactor, finder: this.finder });
    this.overrides = new Overrides(context.policies);
    this.#scenarioFaults = settings.scenario.faults ?? [];
    this.requestIds = new RequestIds(settings.seed);
    this.rateLimits = new RateLimits(context.policies, context.clock);
  }

  /** Forgets everything but the scenario's faults, and lets go what is held. */
  reset(): void {
    this.faults.reset();
    for (const fault of this.#scenarioFaults) this.faults.inject(fault);
    this.gates.releaseAll();
    this.overrides.clear();
    this.rateLimits.reset();
    this.requestIds.reset();
    this.journal.clear();
  }
}

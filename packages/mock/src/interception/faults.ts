import { frozenCopy } from "../core/frozen-copy.js";
import { type Match, matches } from "../core/match.js";
import { type Random, seededRandom } from "../core/random.js";
import type { RequestAttributes } from "../domain/request-attributes.js";
import type { FaultControls, FaultSelector } from "./fault.js";
import { checkFault, type FaultFields } from "./fault-check.js";
import { drawLatencyMs } from "./latency.js";

/** What strikes one request: at most one delay, one failure, and one fault of the upload. */
export interface ActiveFaults {
  latency?: { milliseconds: number; when: NonNullable<FaultSelector["when"]> };
  /** Has a status, a network fault or a fault of the body. */
  failure?: FaultFields;
  upload?: FaultFields["upload"];
}

interface Injected {
  fields: FaultFields;
  match: Match;
  chance: Random;
  latency: Random;
  timesLeft: number;
}

/** What goes wrong on purpose. */
export class Faults implements FaultControls {
  readonly #seed: number;
  #injected: Injected[] = [];
  #count = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** False as long as nothing can go wrong, which is all that a request asks then. */
  get isEmpty(): boolean {
    return this.#injected.length === 0;
  }

  /** Adds what may be a fault: it can be JSON that came over HTTP. */
  inject(fault: unknown): void {
    const fields = checkFault(fault);
    this.#count += 1;
    const { match = {}, times = Number.POSITIVE_INFINITY } = fields;
    this.#injected.unshift({
      fields: { ...fields },
      match: frozenCopy(match),
      chance: seededRandom(this.#seed, "chance of a fault", this.#count),
      latency: seededRandom(this.#seed, "latency of a fault", this.#count),
      timesLeft: times,
    });
  }

  clear(): void {
    this.#injected = [];
  }

  /** Takes every fault away, and draws chances from the beginning again. */
  reset(): void {
    this.clear();
    this.#count = 0;
  }

  /** What strikes a request with these facts. */
  strike(facts: RequestAttributes): ActiveFaults {
    const strike: ActiveFaults = {};
    for (const injected of this.#injected) {
      if (concerns(injected, facts) && hits(injected) && adds(injected.fields, strike)) add(injected, strike);
    }
    this.#injected = this.#injected.filter(({ timesLeft }) => timesLeft > 0);
    return strike;
  }
}

function concerns({ fields, match }: Injected, facts: RequestAttributes): boolean {
  const operation = fields.upload === undefined ? fields.operation : "uploadRecording";
  return (operation === undefined || operation === facts.operation) && matches(match, facts);
}

function adds(fields: FaultFields, { latency, failure, upload }: ActiveFaults): boolean {
  if (fields.latencyMs !== undefined && !latency) return true;
  return fields.upload === undefined ? isFailure(fields) && !failure : !upload;
}

function isFailure({ status, network, body }: FaultFields): boolean {
  return status !== undefined || network !== undefined || body !== undefined;
}

/** Draws for each request that matches, so that one fault's chances do not depend on another's. */
function hits({ fields: { probability = 1 }, chance }: Injected): boolean {
  return chance.chance(probability);
}

function add(injected: Injected, strike: ActiveFaults): void {
  const { latencyMs, when = "before", upload } = injected.fields;
  injected.timesLeft -= 1;
  if (latencyMs !== undefined) strike.latency ??= { milliseconds: drawLatencyMs(latencyMs, injected.latency), when };
  if (isFailure(injected.fields)) strike.failure ??= injected.fields;
  strike.upload ??= upload;
}

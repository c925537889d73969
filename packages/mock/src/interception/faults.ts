/** The injected faults of a service, and which of them a request takes. `apply-faults.ts` applies them. */
import { frozenCopy } from "../core/frozen-copy.js";
import { type AnyMatch, matches } from "../core/match.js";
import { longestPauseMs } from "../core/pause.js";
import { type Random, seededRandom } from "../core/random.js";
import type { RequestAttributes } from "../domain/request-attributes.js";
import {
  checkFault,
  type FaultControls,
  type FaultFields,
  type FaultSelector,
  type FaultStepFields,
  type InjectedFault,
  type LognormalLatency,
  type UploadFault,
} from "./fault-definition.js";

/** The faults that apply to one request: at most one delay, one failure, and one fault of the upload. */
export interface ActiveFaults {
  latency?: { milliseconds: number; when: NonNullable<FaultSelector["when"]> };
  /** Has a status, a network fault or a fault of the body. */
  failure?: FaultStepFields;
  upload?: UploadFault;
}

interface StoredFault {
  id: string;
  /** As it was injected. */
  fields: FaultFields;
  match: AnyMatch;
  /** What it does in turn; a fault without a sequence repeats its only step. */
  steps: readonly (FaultStepFields | "pass")[];
  chanceRandom: Random;
  latencyRandom: Random;
  skipLeft: number;
  used: number;
  timesLeft: number;
}

/** The faults of a service: injected by a test, and taken by requests. */
export class Faults implements FaultControls {
  readonly #seed: number;
  /** The latest first. */
  #injected: StoredFault[] = [];
  #count = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Whether there are none; then a request's attributes need not be read. */
  get isEmpty(): boolean {
    return this.#injected.length === 0;
  }

  /** Adds a fault, after a check: it can be JSON that came over HTTP. */
  inject(fault: unknown): string {
    const fields = checkFault(fault);
    this.#count += 1;
    const { match = {}, skip = 0, sequence, times = sequence?.length ?? Number.POSITIVE_INFINITY } = fields;
    const id = `fault-${this.#count}`;
    this.#injected.unshift({
      id,
      fields: { ...fields, ...(fields.match && { match: frozenCopy(match) }) },
      match: frozenCopy(match),
      steps: sequence ? [...sequence] : [{ ...fields }],
      chanceRandom: seededRandom(this.#seed, "chance of a fault", this.#count),
      latencyRandom: seededRandom(this.#seed, "latency of a fault", this.#count),
      skipLeft: skip,
      used: 0,
      timesLeft: times,
    });
    return id;
  }

  list(): InjectedFault[] {
    // The fields were found to be a fault's when it was injected.
    return this.#injected.map(({ id, fields, used }) => ({ id, ...fields, used }) as InjectedFault).reverse();
  }

  remove(id: string): boolean {
    const others = this.#injected.filter((fault) => fault.id !== id);
    const isThere = others.length < this.#injected.length;
    this.#injected = others;
    return isThere;
  }

  clear(): void {
    this.#injected = [];
  }

  /** Removes every fault, and draws chances from the beginning again. */
  reset(): void {
    this.clear();
    this.#count = 0;
  }

  /**
   * Takes the faults that apply to a request, the latest first. Each counts as used once. A fault with a latency and
   * a status is used up even when only its latency applies, because a later fault has set the status.
   */
  takeFor(attributes: RequestAttributes): ActiveFaults {
    const active: ActiveFaults = {};
    for (const injected of this.#injected) {
      if (!appliesTo(injected, attributes)) continue;
      // Drawn for each request that matches, so that the chances of one fault do not depend on another.
      const isLikely = injected.chanceRandom.chance(injected.fields.probability ?? 1);
      if (injected.skipLeft > 0) injected.skipLeft -= 1;
      else if (isLikely) takeStep(injected, active);
    }
    this.#injected = this.#injected.filter(({ timesLeft }) => timesLeft > 0);
    return active;
  }
}

function appliesTo({ fields, match }: StoredFault, attributes: RequestAttributes): boolean {
  const operation = fields.upload === undefined ? fields.operation : "uploadRecording";
  return (operation === undefined || operation === attributes.operation) && matches(match, attributes);
}

/** Takes the step that is next, unless a later fault has the same effect on this request. */
function takeStep(injected: StoredFault, active: ActiveFaults): void {
  const step = injected.steps[injected.used % injected.steps.length];
  if (step === undefined || (step !== "pass" && !fillsFreeSlot(active, step))) return;
  injected.used += 1;
  injected.timesLeft -= 1;
  if (step !== "pass") activate(step, active, injected.latencyRandom);
}

/** Whether a fault has an effect of a kind that no later fault has set. */
function fillsFreeSlot({ latency, failure, upload }: ActiveFaults, fields: FaultStepFields): boolean {
  if (fields.latencyMs !== undefined && !latency) return true;
  return fields.upload === undefined ? isFailure(fields) && !failure : !upload;
}

function isFailure({ status, network, body }: FaultStepFields): boolean {
  return status !== undefined || network !== undefined || body !== undefined;
}

function activate(step: FaultStepFields, active: ActiveFaults, latencyRandom: Random): void {
  const { latencyMs, when = "before", upload } = step;
  if (latencyMs !== undefined) active.latency ??= { milliseconds: drawLatencyMs(latencyMs, latencyRandom), when };
  if (isFailure(step)) active.failure ??= step;
  active.upload ??= upload;
}

/** How long one request is delayed, in milliseconds. */
export function drawLatencyMs(latency: number | LognormalLatency, random: Random): number {
  if (typeof latency === "number") return latency;
  const { medianMs, sigma } = latency;
  return Math.min(longestPauseMs, medianMs * Math.exp(sigma * standardNormal(random)));
}

/** By the method of Box and Muller. `1 - radius` is never 0, because draws are below 1. */
function standardNormal(random: Random): number {
  const [radius, angle] = [random.next(), random.next()];
  return Math.sqrt(-2 * Math.log(1 - radius)) * Math.cos(2 * Math.PI * angle);
}

/** The names of the active faults, such as `latency` or `network reset`. */
export function faultNames({ latency, failure, upload }: ActiveFaults): string[] {
  const { status, network, body } = failure ?? {};
  return [
    ...(latency ? ["latency"] : []),
    ...(upload ? ["bytesPerSecond" in upload ? "upload slow" : "upload cut"] : []),
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(network === undefined ? [] : [`network ${network}`]),
    ...(status === undefined && body !== undefined ? [`body ${String(body)}`] : []),
  ];
}

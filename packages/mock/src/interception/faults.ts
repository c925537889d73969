/** The injected faults of a service: which of them a request takes, and how they change its response. */
import { frozenCopy } from "../core/frozen-copy.js";
import { type AnyMatch, matches } from "../core/match.js";
import { mayHaveBody, type ServiceResponse } from "../core/message.js";
import { longestPauseMs, pause } from "../core/pause.js";
import { type Random, seededRandom } from "../core/random.js";
import type { BodyTransform, ReceivedRequest } from "../core/received-request.js";
import type { RequestAttributes } from "../domain/request-attributes.js";
import {
  checkFault,
  type FaultControls,
  type FaultFields,
  type FaultSelector,
  type LognormalLatency,
  type UploadFault,
} from "./fault-definition.js";

/** The faults that apply to one request: at most one delay, one failure, and one fault of the upload. */
export interface ActiveFaults {
  latency?: { milliseconds: number; when: NonNullable<FaultSelector["when"]> };
  /** Has a status, a network fault or a fault of the body. */
  failure?: FaultFields;
  upload?: UploadFault;
}

interface InjectedFault {
  fields: FaultFields;
  match: AnyMatch;
  chanceRandom: Random;
  latencyRandom: Random;
  timesLeft: number;
}

/** The faults of a service: injected by a test, taken by requests, and then applied by `applyFaults()`. */
export class Faults implements FaultControls {
  readonly #seed: number;
  #injected: InjectedFault[] = [];
  #count = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Whether there are none; then a request's attributes need not be read. */
  get isEmpty(): boolean {
    return this.#injected.length === 0;
  }

  /** Adds a fault, after a check: it can be JSON that came over HTTP. */
  inject(fault: unknown): void {
    const fields = checkFault(fault);
    this.#count += 1;
    const { match = {}, times = Number.POSITIVE_INFINITY } = fields;
    this.#injected.unshift({
      fields: { ...fields },
      match: frozenCopy(match),
      chanceRandom: seededRandom(this.#seed, "chance of a fault", this.#count),
      latencyRandom: seededRandom(this.#seed, "latency of a fault", this.#count),
      timesLeft: times,
    });
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
      // Drawn for each request that matches, so that the chances of one fault do not depend on another.
      const { chanceRandom, fields } = injected;
      const applies = appliesTo(injected, attributes) && chanceRandom.chance(fields.probability ?? 1);
      if (applies && fillsFreeSlot(active, fields)) activate(injected, active);
    }
    this.#injected = this.#injected.filter(({ timesLeft }) => timesLeft > 0);
    return active;
  }
}

function appliesTo({ fields, match }: InjectedFault, attributes: RequestAttributes): boolean {
  const operation = fields.upload === undefined ? fields.operation : "uploadRecording";
  return (operation === undefined || operation === attributes.operation) && matches(match, attributes);
}

/** Whether a fault has an effect of a kind that no later fault has set. */
function fillsFreeSlot({ latency, failure, upload }: ActiveFaults, fields: FaultFields): boolean {
  if (fields.latencyMs !== undefined && !latency) return true;
  return fields.upload === undefined ? isFailure(fields) && !failure : !upload;
}

function isFailure({ status, network, body }: FaultFields): boolean {
  return status !== undefined || network !== undefined || body !== undefined;
}

function activate(injected: InjectedFault, active: ActiveFaults): void {
  const { latencyMs, when = "before", upload } = injected.fields;
  injected.timesLeft -= 1;
  if (latencyMs !== undefined)
    active.latency ??= { milliseconds: drawLatencyMs(latencyMs, injected.latencyRandom), when };
  if (isFailure(injected.fields)) active.failure ??= injected.fields;
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

/** How a request is responded to without faults. */
export interface ApplyFaultsOptions {
  received: ReceivedRequest;
  /** Lets the service respond. */
  respond: () => Promise<ServiceResponse>;
  /** An error in the form of the interface that the request is for. */
  errorResponse: () => ServiceResponse;
}

/** The response to a request, with its active faults applied. */
export async function applyFaults(active: ActiveFaults, options: ApplyFaultsOptions): Promise<ServiceResponse> {
  const { latency, failure, upload } = active;
  const { received } = options;
  if (upload) received.transformBody(uploadTransform(upload, received.signal));
  if (latency?.when === "before") await pause(latency.milliseconds, received.signal);
  const response = failure ? await applyFailure(failure, options) : await respondUnlessCut(options);
  if (latency?.when === "after") await pause(latency.milliseconds, received.signal);
  return response;
}

async function applyFailure(failure: FaultFields, options: ApplyFaultsOptions): Promise<ServiceResponse> {
  const { status, network, body, when = "before" } = failure;
  const isBodyFault = status === undefined && network === undefined;
  // The service does its work, and its response is lost.
  if (!isBodyFault && when === "after") await respondUnlessCut(options);
  // Network and partial-body faults are only marked in `delivery`; the adapters produce them.
  if (network !== undefined) return { status: 0, headers: {}, body: null, delivery: network };
  if (status !== undefined) return withStatus(failure, { ...options.errorResponse(), status });
  return withBodyFault(body, await respondUnlessCut(options));
}

function withBodyFault(fault: FaultFields["body"], response: ServiceResponse): ServiceResponse {
  const { headers, body } = response;
  switch (fault) {
    case "empty":
      return body === null ? response : { ...response, headers: withoutLength(headers), body: "" };
    case "malformed":
      // A text without its last character, such as JSON without its last bracket.
      return { ...response, body: typeof body === "string" ? `${body.slice(0, -1)},` : body };
    case "truncate":
    case "stall":
    case "slow-chunks":
      return { ...response, delivery: fault };
    default:
      return response;
  }
}

function withoutLength({ "content-length": _, ...headers }: ServiceResponse["headers"]): ServiceResponse["headers"] {
  return headers;
}

/** A fault without a body keeps the standard error body. */
function withStatus({ body, retryAfter }: FaultFields, response: ServiceResponse): ServiceResponse {
  const { headers } = response;
  const retry: ServiceResponse["headers"] = retryAfter === undefined ? {} : { "retry-after": headerValue(retryAfter) };
  if (!mayHaveBody(response.status)) return { ...response, headers: retry, body: null };
  if (body === undefined) return { ...response, headers: { ...headers, ...retry } };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { ...response, headers: { "content-type": contentTypeOf(text), ...retry }, body: text };
}

function headerValue(retryAfter: NonNullable<FaultFields["retryAfter"]>): string {
  return typeof retryAfter === "number" ? String(retryAfter) : new Date(retryAfter).toUTCString();
}

function contentTypeOf(text: string): string {
  if (/^\s*</.test(text)) return "text/html";
  try {
    JSON.parse(text);
    return "application/json";
  } catch {
    return "text/plain";
  }
}

/** An upload whose connection was broken on purpose. */
class UploadCutError extends Error {
  override readonly name = "UploadCutError";
}

async function respondUnlessCut({ respond }: ApplyFaultsOptions): Promise<ServiceResponse> {
  try {
    return await respond();
  } catch (error) {
    if (error instanceof UploadCutError) return { status: 0, headers: {}, body: null, delivery: "reset" };
    throw error;
  }
}

function uploadTransform(fault: UploadFault, signal?: AbortSignal): BodyTransform {
  return "cutAfterBytes" in fault ? cutAfter(fault.cutAfterBytes) : slowTo(fault.bytesPerSecond, signal);
}

function cutAfter(bytes: number): BodyTransform {
  return async function* (chunks) {
    let sizeBytes = 0;
    for await (const chunk of chunks) {
      sizeBytes += chunk.length;
      if (sizeBytes > bytes) throw new UploadCutError(`The upload was cut after ${bytes} bytes.`);
      yield chunk;
    }
  };
}

/** Delays each chunk; back-pressure slows the sender. */
function slowTo(bytesPerSecond: number, signal?: AbortSignal): BodyTransform {
  return async function* (chunks) {
    for await (const chunk of chunks) {
      await pause((chunk.length / bytesPerSecond) * 1000, signal);
      yield chunk;
    }
  };
}

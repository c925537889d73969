/** Faults: what a test makes go wrong. A fault is a rule by which requests are slow, fail, or both. */
import type { ServiceResponse } from "../core/message.js";
import { pause } from "../core/pause.js";
import type { BodyTransform, ReceivedRequest } from "../core/received-request.js";
import {
  cutAfter,
  type FailOptions,
  type Failure,
  type FaultTiming,
  failedResponse,
  respondUnlessCut,
} from "./fail.js";
import { checkFault, type Fault, type FaultStepFields, type UploadFault } from "./fault-definition.js";
import type { RequestAttributes } from "./match.js";
import type { Rules, StoredRule } from "./rules.js";
import { slowTo } from "./slow.js";

/** Makes requests fail on purpose. Reached as `service.faults`. */
export interface FaultControls {
  /**
   * Adds a fault. Of several failures that match a request, the latest applies; it may come with the delay of
   * another fault. Returns the fault's id, by which `service.rules` changes and removes it.
   *
   * @throws {MockServiceError} when this is not a fault; the message names the field
   * @throws {TypeError} when a fault, or a request of the operation, has no such field
   */
  inject(fault: Fault): string;
  /** Removes every fault. */
  clear(): void;
}

/** The faults of the list of rules. */
export function faultControls(rules: Rules): FaultControls {
  return {
    inject: (fault) => rules.insert("fault", checkFault(fault)).id,
    clear: () => rules.clear("fault"),
  };
}

/** What applies to one request: at most one delay, one failure, and one change of its upload. */
export interface ActiveEffects {
  latency?: { milliseconds: number; when: NonNullable<FaultTiming["when"]> };
  /** Has a status, a network fault or a fault of the body. */
  failure?: Failure;
  upload?: UploadFault;
}

/**
 * Takes what applies to a request by its rules. A rule with a latency and a status counts as used even when only its
 * latency applies, because an earlier rule has set the status.
 */
export function takeEffects(rules: Rules, attributes: RequestAttributes): { active: ActiveEffects; ids: string[] } {
  const active: ActiveEffects = {};
  const taken = rules.take("fault", attributes, (rule) => takeStep(rule, active));
  for (const rule of taken) rules.settle(rule, { counts: true });
  return { active, ids: taken.map(({ id }) => id) };
}

/** Takes the step that is next, unless earlier rules have all of its effects. Whether it did. */
function takeStep({ fields, used }: StoredRule<"fault">, active: ActiveEffects): boolean {
  const { sequence = [fields] } = fields;
  const step = sequence[used % sequence.length] ?? "pass";
  if (step === "pass") return true;
  if (!fillsFreeSlot(active, step)) return false;
  const { latencyMs, when = "before", upload } = step;
  if (latencyMs !== undefined) active.latency ??= { milliseconds: latencyMs, when };
  if (isFailure(step)) active.failure ??= step;
  active.upload ??= upload;
  return true;
}

/** Whether a step has an effect of a kind that no earlier rule has set. */
function fillsFreeSlot({ latency, failure, upload }: ActiveEffects, step: FaultStepFields): boolean {
  if (step.latencyMs !== undefined && !latency) return true;
  return step.upload === undefined ? isFailure(step) && !failure : !upload;
}

function isFailure({ status, network, body }: FaultStepFields): boolean {
  return status !== undefined || network !== undefined || body !== undefined;
}

/** The response to a request, with what applies to it. */
export async function applyEffects(
  { latency, failure, upload }: ActiveEffects,
  { received, ...options }: FailOptions & { received: ReceivedRequest },
): Promise<ServiceResponse> {
  const { signal } = received;
  if (upload) received.transformBody(uploadTransform(upload, signal));
  if (latency?.when === "before") await pause(latency.milliseconds, signal);
  const response = await (failure ? failedResponse(failure, options) : respondUnlessCut(options));
  if (latency?.when === "after") await pause(latency.milliseconds, signal);
  return response;
}

function uploadTransform(upload: UploadFault, signal?: AbortSignal): BodyTransform {
  return "cutAfterBytes" in upload ? cutAfter(upload.cutAfterBytes) : slowTo(upload.bytesPerSecond, signal);
}

/** Whether a request cannot be responded to as usual: what is slow alone still can. */
export function doesFail({ failure, upload }: ActiveEffects): boolean {
  return failure !== undefined || (upload !== undefined && "cutAfterBytes" in upload);
}

/** The names of what applies, such as `latency` or `network reset`. */
export function effectNames({ latency, failure, upload }: ActiveEffects): string[] {
  const { status, network, body } = failure ?? {};
  return [
    ...(latency ? ["latency"] : []),
    ...(upload ? ["bytesPerSecond" in upload ? "upload slow" : "upload cut"] : []),
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(network === undefined ? [] : [`network ${network}`]),
    ...(status === undefined && body !== undefined ? [`body ${String(body)}`] : []),
  ];
}

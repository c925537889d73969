import type { ServiceResponse } from "../core/message.js";
import { pause } from "../core/pause.js";
import type { ReceivedRequest } from "../core/received-request.js";
import { failedAnswer } from "./failed-response.js";
import type { FaultFields } from "./fault-check.js";
import type { ActiveFaults } from "./faults.js";
import { UploadCut, uploadTransform } from "./upload-transform.js";

/** A request that is struck. */
export interface Struck {
  request: ReceivedRequest;
  /** Lets the service answer. */
  answer: () => Promise<ServiceResponse>;
  /** An error in the form of the interface. */
  refusal: () => ServiceResponse;
}

/** The answer to a request under what strikes it. */
export async function applyFaults(
  { latency, failure, upload }: ActiveFaults,
  struck: Struck,
): Promise<ServiceResponse> {
  const { request } = struck;
  if (upload) request.receiveBy(uploadTransform(upload, request.signal));
  if (latency?.when === "before") await pause(latency.milliseconds, request.signal);
  const answer = failure ? await failed(failure, struck) : await unlessCut(struck);
  if (latency?.when === "after") await pause(latency.milliseconds, request.signal);
  return answer;
}

/** What strikes a request, in words. */
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

async function failed(failure: FaultFields, struck: Struck): Promise<ServiceResponse> {
  const answer = comesBefore(failure) ? struck.refusal() : await unlessCut(struck);
  return failedAnswer(failure, failure.status === undefined ? answer : struck.refusal());
}

/** The body of an answer can be harmed only once there is one. */
function comesBefore({ status, network, when = "before" }: FaultFields): boolean {
  return when === "before" && (status !== undefined || network !== undefined);
}

async function unlessCut({ answer }: Struck): Promise<ServiceResponse> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof UploadCut) return { status: 0, headers: {}, body: null, delivery: "reset" };
    throw error;
  }
}

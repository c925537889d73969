import { pause } from "../pause.js";
import type { Answer } from "../routes/exchange.js";
import type { ReceivedRequest } from "../routes/received-request.js";
import { failedAnswer } from "./failed-answer.js";
import type { FaultFields } from "./fault-check.js";
import type { Strike } from "./faults.js";
import { UploadCut, uploadPassage } from "./upload-passage.js";

/** A request that is struck. */
export interface Struck {
  request: ReceivedRequest;
  /** Lets the service answer. */
  answer: () => Promise<Answer>;
  /** An error in the form of the interface. */
  refusal: () => Answer;
}

/** The answer to a request under what strikes it. */
export async function answerUnder({ latency, failure, upload }: Strike, struck: Struck): Promise<Answer> {
  const { request } = struck;
  if (upload) request.receiveBy(uploadPassage(upload, request.signal));
  if (latency?.when === "before") await pause(latency.milliseconds, request.signal);
  const answer = failure ? await failed(failure, struck) : await unlessCut(struck);
  if (latency?.when === "after") await pause(latency.milliseconds, request.signal);
  return answer;
}

/** What strikes a request, in words. */
export function namesOf({ latency, failure, upload }: Strike): string[] {
  const { status, network, body } = failure ?? {};
  return [
    ...(latency ? ["latency"] : []),
    ...(upload ? ["bytesPerSecond" in upload ? "upload slow" : "upload cut"] : []),
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(network === undefined ? [] : [`network ${network}`]),
    ...(status === undefined && body !== undefined ? [`body ${String(body)}`] : []),
  ];
}

async function failed(failure: FaultFields, struck: Struck): Promise<Answer> {
  const answer = comesBefore(failure) ? struck.refusal() : await unlessCut(struck);
  return failedAnswer(failure, failure.status === undefined ? answer : struck.refusal());
}

/** The body of an answer can be harmed only once there is one. */
function comesBefore({ status, network, when = "before" }: FaultFields): boolean {
  return when === "before" && (status !== undefined || network !== undefined);
}

async function unlessCut({ answer }: Struck): Promise<Answer> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof UploadCut) return { status: 0, headers: {}, body: null, delivery: "reset" };
    throw error;
  }
}

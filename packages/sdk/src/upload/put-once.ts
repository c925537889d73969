import { TimeoutError } from "../errors/request-errors.js";
import type { Deadline } from "../http/deadline.js";
import { runAttempt } from "../http/deadline.js";
import { checkStored, type Sender, type StoreRequest } from "./store.js";

/** What ends one PUT. */
export interface PutOnceOptions {
  /** Longest time without progress, in milliseconds. */
  timeoutMs: number;
  /** Longest time of the whole, in milliseconds. @default none */
  uploadTimeoutMs: number | undefined;
  deadline: Deadline;
  signal: AbortSignal | undefined;
}

/** A PUT, and how it is sent. */
export interface Put extends Omit<StoreRequest, "signal"> {
  sender: Sender;
}

/**
 * Sends a recording once, within the limits.
 *
 * @throws {UploadError} when the store refuses it
 * @throws {ConnectionError} {@link TimeoutError} {@link AbortError}
 */
export async function putOnce(put: Put, limits: PutOnceOptions): Promise<void> {
  const { what } = put;
  const { uploadTimeoutMs, deadline } = limits;
  if (deadline.passesWithin(0)) throw deadline.error(what, { requestSent: false });
  if (uploadTimeoutMs === undefined) return whileProgressing(put, limits);
  const timeUp = () => timeoutError(what, `not done within uploadTimeoutMs = ${uploadTimeoutMs} ms`);
  const whole = { ...limits, what, trace: { sent: true }, timeoutMs: uploadTimeoutMs, timeUp };
  return runAttempt((signal) => whileProgressing(put, { ...limits, signal }), whole);
}

function whileProgressing(put: Put, { signal, deadline, timeoutMs }: PutOnceOptions): Promise<void> {
  const { what, sender, recording } = put;
  const idleMs = sender.showsProgress ? timeoutMs : unseenMs(timeoutMs, recording.sizeBytes);
  const timeUp = () => timeoutError(what, `no progress for timeoutMs = ${timeoutMs} ms`);
  const idle = { what, deadline, signal, trace: { sent: true }, timeoutMs: idleMs, timeUp };
  return runAttempt((attemptSignal, onProgress) => sendOnce(put, attemptSignal, onProgress), idle);
}

/** Where progress cannot be seen, each MiB that is begun has the time in which it would be due. */
function unseenMs(timeoutMs: number, sizeBytes: number): number {
  return timeoutMs * Math.ceil(sizeBytes / (1024 * 1024));
}

async function sendOnce({ sender, ...put }: Put, signal: AbortSignal, onProgress: () => void): Promise<void> {
  const onSent = (sentBytes: number) => {
    onProgress();
    put.onSent(sentBytes);
  };
  checkStored(await sender.send({ ...put, signal, onSent }), put.what);
}

function timeoutError(what: string, why: string): TimeoutError {
  return new TimeoutError(`${what}: ${why}.`, { kind: "upload", requestSent: true });
}

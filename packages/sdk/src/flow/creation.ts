/** One creation in this process, and no second one: a process remembers its creations by the id in their tokens. */
import type { CallStatus } from "../contract/types.js";
import { AbortError, TimeoutError } from "../errors/request-errors.js";
import { otherCreation } from "../record/ledger.js";
import type { SentMark, Within } from "../request/deadline.js";
import { callIdIn, isUncertain, sentByOther } from "../request/uncertain.js";

/** A call that exists. Of one that a ledger knew, only the id is known. */
export interface KnownCall {
  callId: string;
  status?: CallStatus | undefined;
  /** On the clock of `now()`. */
  createdAtMs?: number | undefined;
}

interface RememberedCreation {
  /** What it has sent, while it is under way. */
  mark: SentMark;
  result: Promise<KnownCall>;
  /** Whether it has ended, and may have created the call. */
  isUncertain: boolean;
  /** Of one that has failed, its key in the ledger that was asked. */
  key?: string | undefined;
}

/** This process's creations by their ids, the oldest first. */
const creations = new Map<string, RememberedCreation>();

/** How many creations a process remembers: about 300 bytes each. */
const mostCreations = 10_000;

/** The id of a creation, which its tokens have. */
export function newCreationId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}

/**
 * Runs a creation, unless one of the same id is under way in this process or has ended: then its result counts. One
 * that certainly created nothing is run again.
 *
 * @param recreate runs one again that is uncertain
 * @param key its key in a ledger: the ledger that was asked before decides on one that is uncertain
 */
export async function createOncePerProcess(
  { id, key, recreate, within }: { id: string; key?: string | undefined; recreate: boolean; within: Within },
  create: (mark: SentMark) => Promise<KnownCall>,
): Promise<KnownCall> {
  for (;;) {
    const earlier = creations.get(id);
    const isDecided = recreate || (key !== undefined && earlier?.key === key);
    if (!earlier || (earlier.isUncertain && isDecided)) break;
    try {
      return await within(otherCreation, () => earlier.result, { mark: earlier.mark });
    } catch (error) {
      // This caller's own deadline, or the signal of the other flow, which is not this one's.
      const hasEnded = (TimeoutError.is(error) && error.requestSent) || (AbortError.is(error) && earlier.isUncertain);
      if (hasEnded) throw sentByOther(error);
      // Still there: this caller's own wait has ended, or the creation has failed with a response that named its call.
      if (isUncertain(error) || creations.get(id) === earlier) throw error;
    }
  }
  const mark: SentMark = { sent: false };
  // With every field from the beginning, it takes a third less memory.
  const creation: RememberedCreation = { mark, result: create(mark), isUncertain: false, key: undefined };
  creations.delete(id);
  creations.set(id, creation);
  const [oldest] = creations.keys();
  if (creations.size > mostCreations && oldest !== undefined) creations.delete(oldest);
  try {
    return await creation.result;
  } catch (error) {
    creation.isUncertain = isUncertain(error);
    creation.key = key;
    const createdNothing = !creation.isUncertain && callIdIn(error) === undefined;
    if (createdNothing && creations.get(id) === creation) creations.delete(id);
    throw error;
  }
}

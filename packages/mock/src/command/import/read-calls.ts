/** Reads completed calls from a service. What cannot be read is told, and the others are read all the same. */
import {
  AuthenticationError,
  type CallAnalysis,
  type CompletedCall,
  ConnectionError,
  isCompleted,
  NotFoundError,
  TimeoutError,
} from "@call-analysis/sdk";
import type { NamedCall } from "./named-calls.js";
import { problemOf, reasonOf } from "./reason.js";

/** A completed call, and what the command line says of it. */
export interface ReadCall {
  named: NamedCall;
  completed: CompletedCall;
}

/** The calls that were read, and why others were not. */
export interface ReadCalls {
  calls: ReadCall[];
  problems: string[];
}

/** A call that was read, or why it was not. */
type Result = ReadCall | { problem: string; isAnswered: boolean };

/** Words that a problem may show. */
const knownStatuses = ["processing", "pending", "failed", "error", "cancelled", "canceled", "rejected", "expired"];

/** Requests at a time. */
const concurrency = 4;

/**
 * Reads calls, in the order given. When the service answers none of those that are asked for at once, it
 * is not asked for the others: each would take as long.
 *
 * @throws {AuthenticationError} when the key is refused: it would be for each other call
 */
export async function readCalls(sdk: CallAnalysis, named: readonly NamedCall[]): Promise<ReadCalls> {
  const calls: ReadCall[] = [];
  const problems: string[] = [];
  for (let start = 0; start < named.length; start += concurrency) {
    const results = await Promise.all(named.slice(start, start + concurrency).map((call) => readCall(sdk, call)));
    for (const result of results) {
      if ("problem" in result) problems.push(result.problem);
      else calls.push(result);
    }
    const left = named.length - start - results.length;
    if (left > 0 && results.every((result) => "problem" in result && !result.isAnswered)) {
      problems.push(
        `The service does not answer: it was not asked for the other ${left}, from ${named.at(-left)?.callId} on.`,
      );
      break;
    }
  }
  return { calls, problems };
}

async function readCall(sdk: CallAnalysis, named: NamedCall): Promise<Result> {
  const { callId } = named;
  const problem = (reason: string, isAnswered = true) => ({ problem: problemOf(callId, reason), isAnswered });
  try {
    const snapshot = await sdk.calls.getAnalysis(callId);
    if (isCompleted(snapshot)) return { named, completed: snapshot };
    const { status } = snapshot;
    if (status === "completed") return problem("it has no analysis");
    const isKnown = knownStatuses.includes(status);
    return problem(`it is not completed, its status is ${isKnown ? status : "a word that is not shown"}`);
  } catch (error) {
    if (AuthenticationError.is(error)) throw error;
    if (NotFoundError.is(error)) return problem("the service knows no such call (404)");
    return problem(reasonOf(error), !ConnectionError.is(error) && !TimeoutError.is(error));
  }
}

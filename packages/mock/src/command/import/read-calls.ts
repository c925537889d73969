/** Reads completed calls from a service. What cannot be read is told, and the others are read all the same. */
import {
  AuthenticationError,
  type CallAnalysis,
  type CompletedCall,
  isCompleted,
  NotFoundError,
} from "@call-analysis/sdk";
import type { NamedCall } from "./named-calls.js";

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

/** Requests at a time. */
const concurrency = 4;

/**
 * Reads calls, in the order in which they are named.
 *
 * @throws {AuthenticationError} when the key is refused: it would be for each other call
 */
export async function readCalls(sdk: CallAnalysis, named: readonly NamedCall[]): Promise<ReadCalls> {
  const results: (ReadCall | string)[] = [];
  for (let start = 0; start < named.length; start += concurrency)
    results.push(...(await Promise.all(named.slice(start, start + concurrency).map((call) => readCall(sdk, call)))));
  return {
    calls: results.filter((result) => typeof result !== "string"),
    problems: results.filter((result) => typeof result === "string"),
  };
}

async function readCall(sdk: CallAnalysis, named: NamedCall): Promise<ReadCall | string> {
  const { callId } = named;
  try {
    const snapshot = await sdk.calls.getAnalysis(callId);
    if (isCompleted(snapshot)) return { named, completed: snapshot };
    const status = `its status is ${JSON.stringify(snapshot.status)}`;
    return problemOf(callId, snapshot.status === "completed" ? "it has no analysis" : `it is not completed, ${status}`);
  } catch (error) {
    if (AuthenticationError.is(error)) throw error;
    if (NotFoundError.is(error)) return problemOf(callId, "the service knows no such call (404)");
    return problemOf(callId, reasonOf(error));
  }
}

/** The first line of what an error says, without its full stop. */
export function reasonOf(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line.replace(/\.$/, "");
}

/** A line about a call. Ids of visible ASCII stand as they are; others might change the terminal. */
export function problemOf(callId: string, reason: string): string {
  return `${/^[\x21-\x7e]+$/.test(callId) ? callId : JSON.stringify(callId)}: ${reason}.`;
}

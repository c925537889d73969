/** Reads completed calls from a service. What cannot be read is told, and the others are read all the same. */
import { type AnalysisSnapshot, type CallAnalysis, type CompletedCall, isCompleted } from "@call-analysis/sdk";
import type { NamedCall } from "./named-calls.js";
import { type Problem, shownId } from "./problems.js";
import { askedStatement } from "./read-answer.js";
import { readData, UnreadError } from "./read-data.js";

/** A completed call, and what the command line says of it. */
export interface ReadCall {
  named: NamedCall;
  completed: CompletedCall;
}

/** The calls that were read, and why others were not. */
export interface ReadCalls {
  calls: ReadCall[];
  problems: Problem[];
  /** Whether the key may not read any of them: 403. */
  isForbidden: boolean;
}

/** A call that was read, or why it was not. */
type Result = ReadCall | { problem: Problem; kind?: "forbidden" | "unanswered" | undefined };

/** Words that a problem may show. */
const knownStatuses = ["processing", "pending", "failed", "error", "cancelled", "canceled", "rejected", "expired"];

/** What to do about a call that will have no analysis. */
const nameAnother = "Name a completed call with an analysis instead";

/** Requests at a time. */
const concurrency = 4;

/**
 * Reads calls, in the order given. When the service answers none of those that are asked for at once, it
 * is not asked for the others: each would take as long.
 *
 * @throws {UnreadError} when the key is refused: it would be for each other call
 */
export async function readCalls(sdk: CallAnalysis, named: readonly NamedCall[]): Promise<ReadCalls> {
  const calls: ReadCall[] = [];
  const problems: Problem[] = [];
  let isForbidden = false;
  for (let start = 0; start < named.length; start += concurrency) {
    const results = await Promise.all(named.slice(start, start + concurrency).map((call) => readCall(sdk, call)));
    for (const result of results) {
      if ("problem" in result) problems.push(result.problem);
      else calls.push(result);
      isForbidden ||= "problem" in result && result.kind === "forbidden";
    }
    const left = named.length - start - results.length;
    if (left > 0 && results.every((result) => "problem" in result && result.kind === "unanswered")) {
      const reason = "they were not asked for, because the service does not answer";
      problems.push({ what: `the other ${left}, from ${shownId(named.at(-left)?.callId ?? "")} on`, reason });
      break;
    }
  }
  return { calls, problems, isForbidden };
}

async function readCall(sdk: CallAnalysis, named: NamedCall): Promise<Result> {
  const { callId } = named;
  const problem = (reason: string, kind?: "forbidden" | "unanswered") => ({
    problem: { what: shownId(callId), reason },
    kind,
  });
  const call = await readData(sdk, {
    send: ({ calls }, options) => calls.getAnalysis(callId, options),
    isData: (data) => Object(data).callId === callId,
    dataStatement: `Expected: ${askedStatement("call")}`,
    // The lists are read before.
    isAddressRight: true,
  });
  if ("reason" in call) {
    const { reason, kind } = call;
    if (kind === "refused") throw new UnreadError("getCallAnalysis", call);
    if (kind === "unsent") return problem(`${reason}. Check --call, or its line of --calls`);
    if (kind === "unknown")
      return problem(
        "the service does not have this call: 404. Check the id, and that the call is of the key's organization",
      );
    return problem(reason, kind === "forbidden" || kind === "unanswered" ? kind : undefined);
  }
  // Only the id was looked at.
  const snapshot = call.data as AnalysisSnapshot;
  const { status } = snapshot;
  const whole: AnalysisSnapshot = { ...snapshot, metadata: Object(snapshot.metadata) };
  if (isCompleted(whole)) return { named, completed: whole };
  if (status === "completed") return problem(`it has no analysis. ${nameAnother}`);
  const isKnown = knownStatuses.includes(status);
  const next = status === "processing" || status === "pending" ? "Import it once it is completed" : nameAnother;
  return problem(`it is not completed, its status is ${isKnown ? status : "a word that is not shown"}. ${next}`);
}

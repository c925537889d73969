/** `call-analysis calls`: shows existing calls, and waits for their analyses. */
import { AbortError, type AnalysisSnapshot } from "@call-analysis/sdk";
import { pMapIterable } from "p-map";
import { onEndRequest } from "../analyze/interruption.js";
import type { OutcomeRow } from "../analyze/outcome-row.js";
import { outcomeWriter } from "../analyze/outcome-writer.js";
import type { Context } from "../context.js";
import { CommandError, type ExitCode, exitCodes, isAuthentication } from "../errors.js";
import { print, type View } from "../output/data.js";
import { errorJson, errorLines } from "../output/error-text.js";
import { analysisFields, scorecardText } from "../output/scorecard.js";
import { type CommonFlags, openSession } from "../session.js";

/** Shows a call's current state. */
export async function getCall(callId: string, flags: CommonFlags, context: Context): Promise<void> {
  const session = openSession(flags, context);
  await print([await session.client.calls.getAnalysis(callId)], { ...session, view: callView });
}

const callView: View<AnalysisSnapshot> = {
  columns: [],
  page: scorecardText,
  fields: (call) => ({ callId: call.callId, status: call.status, ...analysisFields(call) }),
};

/** Waits until the analyses are complete. */
export async function waitForCalls(
  callIds: readonly string[],
  flags: CommonFlags,
  context: Context,
): Promise<ExitCode> {
  const session = openSession(flags, context);
  const { client, reporter } = session;
  const abort = new AbortController();
  const { signal } = abort;
  const stopListening = onEndRequest(context, () => abort.abort());
  const ids = [...new Set(callIds)];
  const writer = outcomeWriter(session);
  let exitCode: ExitCode = exitCodes.ok;
  const wait = (callId: string): Promise<OutcomeRow> => {
    const row = { uncertain: false, key: null, callId };
    return client.calls.waitForAnalysis(callId, { signal }).then(
      (result) => ({ ...row, ok: true, result }),
      (error: Error) => ({ ...row, ok: false, error }),
    );
  };
  try {
    reporter.say(`Waiting for ${ids.length === 1 ? ids[0] : `${ids.length} calls`}.`);
    for await (const row of pMapIterable(ids, wait, { concurrency: 100, preserveOrder: false })) {
      const { callId, error } = row;
      if (AbortError.is(error)) continue;
      if (error) {
        exitCode = isAuthentication(error) ? exitCodes.authentication : exitCode || exitCodes.failed;
        reporter.say(errorLines(error, `${callId}: `), { error: errorJson(error) });
      }
      await writer.write(row);
    }
    await writer.end();
  } finally {
    stopListening();
  }
  const hint = `To continue, run: call-analysis calls wait ${ids.join(" ")}`;
  if (signal.aborted) throw new CommandError("interrupted", "Interrupted.", { hint });
  return exitCode;
}

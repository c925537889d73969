/** `call-analysis calls`: calls that exist, and the wait for their analyses. */
import { AbortError } from "@call-analysis/sdk";
import pMap from "p-map";
import { onEndRequest } from "../analyze/interruption.js";
import type { OutcomeRow } from "../analyze/outcome-row.js";
import { outcomeWriter } from "../analyze/outcome-writer.js";
import type { Context } from "../context.js";
import { CommandError, type ExitCode, exitCodes, isAuthentication } from "../errors.js";
import { print } from "../output/data.js";
import { errorJson, messageOf } from "../output/error-text.js";
import { analysisFields, scorecardText } from "../output/scorecard.js";
import { type CommonFlags, openSession } from "../session.js";

/** How many calls are waited for at once. */
const mostAtOnce = 100;

/** Shows a call as it is now. */
export async function getCall(callId: string, flags: CommonFlags, context: Context): Promise<void> {
  const session = openSession(flags, context);
  const call = await session.client.calls.getAnalysis(callId);
  const row = { callId, status: call.status, ...analysisFields(call) };
  const fields = Object.keys(row) as (keyof typeof row)[];
  const page = (columns: number) => scorecardText(call, columns);
  await print(call, [row], { ...session, view: { fields, columns: [], page } });
}

/** Waits until the analyses are there. */
export async function waitForCalls(
  callIds: readonly string[],
  flags: CommonFlags,
  context: Context,
): Promise<ExitCode> {
  const session = openSession(flags, context);
  const { client, reporter } = session;
  const abort = new AbortController();
  const stopListening = onEndRequest(context, () => abort.abort());
  const ids = [...new Set(callIds)];
  const writer = outcomeWriter(session);
  // One after the other, however slowly stdout is read.
  let written = Promise.resolve();
  const errors: Error[] = [];
  const wait = async (callId: string) => {
    const base = { uncertain: false, key: null, callId };
    const row = await client.calls.waitForAnalysis(callId, { signal: abort.signal }).then(
      (result): OutcomeRow => ({ ...base, ok: true, result }),
      (error: Error): OutcomeRow => ({ ...base, ok: false, error }),
    );
    const { error } = row;
    if (AbortError.is(error)) return;
    if (error) {
      errors.push(error);
      reporter.say(`${callId}: ${messageOf(error)}`, { error: errorJson(error) });
    }
    written = written.then(() => writer.write(row));
    await written;
  };
  try {
    reporter.say(`Waiting for ${ids.length === 1 ? ids[0] : `${ids.length} calls`}.`);
    await pMap(ids, wait, { concurrency: mostAtOnce });
    await writer.end();
  } finally {
    stopListening();
  }
  const hint = `To go on: call-analysis calls wait ${ids.join(" ")}`;
  if (abort.signal.aborted) throw new CommandError("interrupted", "Interrupted.", { hint });
  if (errors.some(isAuthentication)) return exitCodes.authentication;
  return errors.length > 0 ? exitCodes.failed : exitCodes.ok;
}

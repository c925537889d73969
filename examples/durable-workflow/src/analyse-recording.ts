/** The workflow: upload, create and wait, each as a step that the engine can retry on its own. */
import {
  type CallAnalysis,
  isCompleted,
  isFailed,
  type Journal,
  RateLimitError,
  SubmissionUncertainError,
} from "@call-analysis/sdk";
import { eventType, Inngest, NonRetriableError, RetryAfterError, staticSchema } from "inngest";

/** The data of an event. */
export type Recording = {
  /** The recording's permanent id: the engine may rerun the function for the same event. */
  key: string;
  path: string;
  memberId: string;
  categoryId: string;
};

export const recordingAdded = eventType("recording/added", { schema: staticSchema<Recording>() });

export const inngest = new Inngest({ id: "call-analysis-example" });

/** The number of polls before the function gives up, after half an hour. */
const maxPolls = 60;

export function analyseRecording(sdk: CallAnalysis, journal: Journal) {
  return inngest.createFunction(
    { id: "analyse-recording", retries: 5, triggers: [recordingAdded] },
    async ({ event, step }) => {
      const { key, path, memberId, categoryId } = event.data;

      const audio_url = await step.run("upload", async () => (await sdk.calls.upload({ path })).publicUrl);

      const callId = await step.run("create", async () => {
        try {
          // Only the claim's owner sends. A retry of this step gets the id of the existing call.
          return (await sdk.calls.submitUrl({ memberId, categoryId, audio_url }, { journal, key })).callId;
        } catch (error) {
          // Another attempt would not help: a person checks whether the call exists.
          if (SubmissionUncertainError.is(error)) throw new NonRetriableError(error.message, { cause: error });
          // The engine waits, so no process of yours has to.
          if (RateLimitError.is(error))
            throw new RetryAfterError(error.message, error.retryAfterMs ?? 60_000, { cause: error });
          throw error;
        }
      });

      for (let poll = 1; poll <= maxPolls; poll++) {
        await step.sleep(`pause ${poll}`, "30s");
        const result = await step.run(`poll ${poll}`, () => resultOf(sdk, callId));
        if (result) return { callId, ...result };
      }
      throw new NonRetriableError(`The analysis of call ${callId} is not completed yet.`);
    },
  );
}

/** The result of a call, or null before completion. It is small, because the engine stores what a step returns. */
async function resultOf(sdk: CallAnalysis, callId: string): Promise<{ score: number; outcomeLabel: string } | null> {
  const snapshot = await sdk.calls.getAnalysis(callId);
  if (isFailed(snapshot)) throw new NonRetriableError(`The analysis of call ${callId} has failed.`);
  if (!isCompleted(snapshot)) return null;
  const { score, outcomeLabel } = snapshot.analysis;
  return { score, outcomeLabel };
}

/** The workflow: upload, create and wait, each as a step that the engine may repeat without the others. */
import {
  type CallAnalysis,
  isCompleted,
  isFailed,
  type Journal,
  RateLimitError,
  SubmissionUncertainError,
} from "@call-analysis/sdk";
import { eventType, Inngest, NonRetriableError, RetryAfterError, staticSchema } from "inngest";

/** What an event says of a recording. */
export type Recording = {
  /** What the recording is known by, for good: the engine may run the function of one event again. */
  key: string;
  path: string;
  memberId: string;
  categoryId: string;
};

export const recordingAdded = eventType("recording/added", { schema: staticSchema<Recording>() });

export const inngest = new Inngest({ id: "call-analysis-example" });

/** How often a call is looked at before the function gives up: for half an hour. */
const maxPolls = 60;

export function analyseRecording(sdk: CallAnalysis, journal: Journal) {
  return inngest.createFunction(
    { id: "analyse-recording", retries: 5, triggers: [recordingAdded] },
    async ({ event, step }) => {
      const { key, path, memberId, categoryId } = event.data;

      const audio_url = await step.run("upload", async () => (await sdk.calls.upload({ path })).publicUrl);

      const callId = await step.run("create", async () => {
        try {
          // Only who claims the key sends. Whoever repeats this step gets the id of the call that exists.
          return (await sdk.calls.submitUrl({ memberId, categoryId, audio_url }, { journal, key })).callId;
        } catch (error) {
          // Another attempt would find out no more: a person looks whether the call exists.
          if (SubmissionUncertainError.is(error)) throw new NonRetriableError(error.message, { cause: error });
          // The engine waits, and not a process that costs something.
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

/** The result of a call; null while there is none. The engine keeps what a step returns, so it is small. */
async function resultOf(sdk: CallAnalysis, callId: string): Promise<{ score: number; outcomeLabel: string } | null> {
  const snapshot = await sdk.calls.getAnalysis(callId);
  if (isFailed(snapshot)) throw new NonRetriableError(`The analysis of call ${callId} has failed.`);
  if (!isCompleted(snapshot)) return null;
  const { score, outcomeLabel } = snapshot.analysis;
  return { score, outcomeLabel };
}

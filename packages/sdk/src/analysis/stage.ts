import type { CallAnalysisError, FlowStage, ResumeToken } from "../errors/call-analysis-error.js";

/** Where an error is to go on from; undefined when there is nothing yet. */
type ResumeFrom = (error: unknown) => ResumeToken | undefined;

/** Runs a part of a flow; an error that stops it says at which stage, and from where to go on. */
export async function atStage<T>(
  stage: FlowStage,
  work: () => Promise<T>,
  resumeFrom: ResumeFrom = () => undefined,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw withStage(error, stage, resumeFrom);
  }
}

/** The same for what comes item by item. */
export async function* stagedItems<T>(
  stage: FlowStage,
  items: AsyncIterable<T>,
  resumeFrom: ResumeFrom,
): AsyncGenerator<T, void, void> {
  try {
    yield* items;
  } catch (error) {
    throw withStage(error, stage, resumeFrom);
  }
}

/** Errors of others, such as a middleware's, stop paid work too: they get the same two fields. */
function withStage(error: unknown, stage: FlowStage, resumeFrom: ResumeFrom): unknown {
  if (!(error instanceof Error) || !Object.isExtensible(error)) return error;
  const staged = error as Pick<CallAnalysisError, "stage" | "resume">;
  staged.stage ??= stage;
  const resume = staged.resume ?? resumeFrom(error);
  if (resume) staged.resume = resume;
  return error;
}

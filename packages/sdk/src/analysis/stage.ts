import { CallAnalysisError, type Stage } from "../errors/call-analysis-error.js";
import type { ResumeToken } from "../errors/resume-token.js";

/** Runs a part of a flow; an error that stops it says at which stage, and from where to go on. */
export async function atStage<T>(
  stage: Stage,
  work: () => Promise<T>,
  resumeFrom: (error: unknown) => ResumeToken | undefined = () => undefined,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (CallAnalysisError.is(error)) {
      error.stage ??= stage;
      const resume = error.resume ?? resumeFrom(error);
      if (resume) error.resume = resume;
    }
    throw error;
  }
}

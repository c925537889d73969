import { AnalysisFailedError, type CallAnalysis } from "@call-analysis/sdk";

/** The result for a supervisor. */
export interface Review {
  verdict: "praise" | "coach" | "listen yourself";
  because: string;
}

/** Analyses a recording, and recommends an action. */
export async function review(sdk: CallAnalysis, file: Blob, memberId: string): Promise<Review> {
  const [category] = await sdk.categories.list();
  if (!category) return { verdict: "listen yourself", because: "There is no category." };
  try {
    const { analysis } = await sdk.calls.analyzeFile({ file, memberId, categoryId: category.id, filename: "call.wav" });
    const verdict = Number(analysis.score) >= 80 ? "praise" : "coach";
    return { verdict, because: `${analysis.outcomeLabel}: ${analysis.score} points.` };
  } catch (error) {
    if (!AnalysisFailedError.is(error)) throw error;
    return { verdict: "listen yourself", because: "The recording could not be analysed." };
  }
}

/** The inputs of an analysis. */
import type { Policies } from "../core/policies.js";
import type { ReviewedCategory } from "./configuration.js";
import type { PartialAnalysis } from "./partial-analysis.js";

/** The inputs of an analysis. */
export interface AnalysisOptions {
  seed: number;
  organizationId: string;
  /** A hash of the recording's bytes, or of its URL if the bytes are not in the fake's storage. */
  recordingHash: string;
  category: ReviewedCategory;
  agentName: string;
  durationSeconds: number;
  /** The agent's member id, even if the client named the agent by e-mail. */
  memberId: string;
  udfs: Readonly<Record<string, unknown>>;
  /** An ISO-8601 day, or a date-time with a zone. Null if the client gave none. Any other form counts as no date. */
  date: string | null;
  /**
   * When the call was created, as an ISO-8601 date-time. Dates in a call without a date are relative to it. It changes
   * nothing else.
   */
  createdAt: string;
  /** The policies for the form of an analysis. None of them changes its findings. */
  policies: Pick<Policies, "scoreScale" | "criterionResults" | "undocumentedFields">;
  /** The parts of the analysis that a test sets. They must fit the category. @default none */
  analysisOverrides?: PartialAnalysis | null;
}

/** The inputs of an analysis. */
import type { Policies } from "../core/policies.js";
import type { ReviewedCategory } from "./configuration.js";
import type { PartialAnalysis } from "./partial-analysis.js";

/** The inputs of an analysis. */
export interface AnalysisOptions {
  seed: number;
  organizationId: string;
  /** A hash of the recording's bytes; of its address when the bytes are not in the fake's own storage. */
  recordingHash: string;
  category: ReviewedCategory;
  agentName: string;
  durationSeconds: number;
  /** The agent's member id, also when the client named the agent by e-mail. */
  memberId: string;
  udfs: Readonly<Record<string, unknown>>;
  /** An ISO-8601 day, or date-time with a zone; null when the client gave none. Other forms count as no date. */
  date: string | null;
  /**
   * When the call was created, as an ISO-8601 date-time: what dates are counted from in a call without a date. It
   * changes nothing else.
   */
  createdAt: string;
  /** Those for the form of an analysis. None of them changes its findings. */
  policies: Pick<Policies, "scoreScale" | "criterionResults" | "undocumentedFields">;
  /** The parts of the analysis that a test sets; they must fit the category. @default nothing */
  analysisOverrides?: PartialAnalysis | null;
}

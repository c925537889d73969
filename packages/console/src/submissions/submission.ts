/** A call that is being created in this browser, and what is kept of it so that a reload loses nothing. */
import type { ResumeToken } from "@call-analysis/sdk";
import type { ErrorFacts } from "../ui/error-state.tsx";

/** The steps of a submission, in their order, and its ends. */
export type SubmissionStage = "uploading" | "creating" | "waiting" | "completed" | "failed";

/** What the person filled in. */
export interface CallForm {
  memberId: string;
  categoryId: string;
  date?: string;
}

/** A submission as it is kept. */
export interface Submission {
  id: string;
  /** The connection that it belongs to. */
  service: string;
  organizationId: string;
  filename: string;
  contentType: string;
  sizeBytes: number;
  form: CallForm;
  stage: SubmissionStage;
  sentBytes: number;
  /** From the moment that the recording is uploaded: what the client needs to go on. */
  token?: ResumeToken;
  callId?: string;
  /** The last status that a poll found. */
  status?: string;
  /** Why it stopped. */
  error?: ErrorFacts;
}

/** Whether nothing more happens by itself. */
export function hasEnded({ stage }: Submission): boolean {
  return stage === "completed" || stage === "failed";
}

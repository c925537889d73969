/** What the texts of an analysis are written from, besides its findings. */
import type { CategoryDetail } from "@call-analysis/sdk";
import type { Policies } from "../../core/policies.js";
import type { Extractions } from "../extractions.js";
import type { Participants } from "./participants.js";

/** A call, and the words for it. */
export interface TextOptions {
  /** The call's key. */
  key: string;
  category: CategoryDetail;
  participants: Participants;
  durationSeconds: number;
  extractions: Extractions;
  /** The texts of the policy `criterionResults`. */
  results: Policies["criterionResults"];
}

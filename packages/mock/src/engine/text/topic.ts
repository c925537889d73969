/**
 * What a reviewer typically adds about one of the usual subjects of call reviews. The remarks name no figures,
 * dates or results, so they fit beside whatever else is said of the call.
 */

/** Remarks to go with the answers to questions about one subject. */
export interface Topic {
  /** What a question about this subject mentions, in lower case. */
  pattern: RegExp;
  /** Where in a call the subject has its place, when it is always the same. */
  place?: "start" | "end";
  met: readonly string[];
  partly: readonly string[];
  missed: readonly string[];
}

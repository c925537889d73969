/** A change that no test notices, and why it may stay unnoticed. */
export interface AcceptedSurvivor {
  /** From the repository's root. */
  file: string;
  /** The source's line on which the change begins, without its indentation, as the run prints it. */
  code: string;
  /** What is changed into what, as the run prints it. */
  change: string;
  /** Why no test can or need notice it. */
  reason: string;
}

/** The changes that may survive. They hang on the code, not on its place in the file. */
export const acceptedSurvivors: readonly AcceptedSurvivor[] = [];

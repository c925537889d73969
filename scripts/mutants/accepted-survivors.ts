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
export const acceptedSurvivors: readonly AcceptedSurvivor[] = [
  {
    file: "packages/mock/src/interception/apply-faults.ts",
    code: "default:",
    change: "default: return response; → default:",
    reason: "No fault of a body that was checked gets there: it is what the type allows besides, a body of a status.",
  },
  {
    file: "packages/mock/src/interception/faults.ts",
    code: 'if (step === undefined || (step !== "pass" && !fillsFreeSlot(active, step))) return;',
    change: "step === undefined → false",
    reason: "A fault has at least one step. The compiler cannot know it.",
  },
  {
    file: "packages/mock/src/interception/faults.ts",
    code: 'if (step !== "pass") activate(step, active, injected.latencyRandom);',
    change: 'step !== "pass" → true',
    reason: 'The text "pass" has none of the fields of a fault, so it activates nothing. The compiler asks for the check.',
  },
];

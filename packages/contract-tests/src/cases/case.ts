import type { CaseContext } from "../context/case-context.ts";
import type { Subject } from "../contract/operation-types.ts";
import type { Capability } from "../target.ts";

/**
 * What may be expected of a case:
 * `documented`, the specification says it: asserted everywhere;
 * `assumed`, `ASSUMPTIONS.md` says it: asserted of a fake, recorded of a live service;
 * `negative`, a request that must be refused: live only when asked for;
 * `destructive`, something large, repeated or orphaned is left behind: live only when asked for.
 */
export type Tag = "documented" | "assumed" | "negative" | "destructive";

/** One statement about the service, and how to find out whether it is true. */
export interface Case {
  /** The statement, as a full sentence. */
  name: string;
  tag: Tag;
  operation: Subject;
  /** Where the statement comes from, such as `section 4, Calls, rule 6`. */
  source: string;
  needs?: readonly Capability[];
  /** @throws {Departure} when the statement is not true */
  run(context: CaseContext): Promise<void>;
}

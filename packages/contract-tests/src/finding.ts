import type { AnyOperation } from "./operation.ts";

/** A point at which a service violates the specification or an assumption. It contains nothing of a response. */
export interface Finding {
  kind: "violation" | "assumption";
  operation: AnyOperation;
  /** The place in the response, such as `data[].id`, without indexes; for an assumption its row in `ASSUMPTIONS.md`. */
  place: string;
  /** The expected value. */
  expected: string;
}

/** A violation of the specification. By default it is in a response to the case's own operation. */
export type ViolatedPlace = Pick<Finding, "place" | "expected"> & { operation?: AnyOperation };

/** Ends a case: a response is not what the specification says. */
export class Violation extends Error {
  override readonly name = "Violation";
  readonly places: readonly ViolatedPlace[];

  constructor(places: readonly ViolatedPlace[]) {
    super(places.map(({ place, expected }) => `${place}: ${expected}`).join("; "));
    this.places = places;
  }
}

/**
 * Asserts a statement of the specification.
 *
 * @throws {Violation} when the condition is false
 */
export function assert(isMet: boolean, violated: ViolatedPlace): asserts isMet {
  if (!isMet) throw new Violation([violated]);
}

/** Each finding once, however many cases show it. */
export function uniqueFindings(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [findingText(finding), finding])).values()];
}

/** One line for a terminal. */
export function findingText({ kind, operation, place, expected }: Finding): string {
  return `${kind}: ${operation}, ${place}: expected ${expected}`;
}

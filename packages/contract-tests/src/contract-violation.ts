/** What else is known about a contract violation. */
export interface ViolationDetails {
  /** The place in the document that the response violates. @default the source of the case */
  place?: string;
  /** The value that the service returned. It is printed for the fake, and never written to a report. */
  actual?: unknown;
}

/**
 * A response that is not what the specification says. The case writes the message, and it contains no value
 * of the response: a report of a live run, which reads the data of real people, can be attached to an issue.
 */
export class ContractViolation extends Error {
  override readonly name = "ContractViolation";
  readonly place: string | undefined;
  readonly actual: unknown;

  constructor(statement: string, { place, actual }: ViolationDetails = {}) {
    super(statement);
    this.place = place;
    this.actual = actual;
  }
}

/**
 * Asserts a statement of the specification.
 *
 * @param statement what must be true, as a full sentence without values of the response
 * @throws {ContractViolation} when the condition is false
 */
export function assert(condition: boolean, statement: string, actual?: unknown): asserts condition {
  if (!condition) throw new ContractViolation(`Expected: ${statement}`, { actual });
}

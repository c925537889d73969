/** What a departure is known by. */
export interface DepartureFacts {
  /** The place in the document that the answer departs from; by default the case's own source. */
  place?: string;
  /** What was seen. It is shown for a fake, and never reaches a report. */
  seen?: unknown;
}

/**
 * An answer that is not what the specification says. The message is written by the case and holds nothing
 * of the answer.
 */
export class Departure extends Error {
  override readonly name = "Departure";
  readonly place: string | undefined;
  readonly seen: unknown;

  constructor(statement: string, { place, seen }: DepartureFacts = {}) {
    super(statement);
    this.place = place;
    this.seen = seen;
  }
}

/**
 * States what must hold.
 *
 * @param statement what must hold, as a full sentence without values of the answer
 * @throws {Departure} when it does not
 */
export function must(condition: boolean, statement: string, seen?: unknown): asserts condition {
  if (!condition) throw new Departure(`Not so: ${statement}`, { seen });
}

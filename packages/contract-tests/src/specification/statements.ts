/** The statements of the specification, as `openapi/statements.yaml` has them. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** One statement of the specification. What checks it names its id. */
export interface Statement {
  /** The section, what it is about, and where needed a word for the rule, such as `4.POST /calls.2`. */
  id: string;
  /** The rule, or the question that is left open, in our words. */
  says: string;
  /** Ids of the statements that say it again in full. */
  sameAs?: readonly string[];
  /** Ids of rows in `ASSUMPTIONS.md`. */
  assumptions?: readonly string[];
  /** Why there is nothing to test. */
  reason?: string;
}

/** A part of the specification, in its order. */
export interface StatementSection {
  section: string;
  statements: readonly Statement[];
}

/** What checks statements: a case, or a test of the client. */
export interface StatementCheck {
  name: string;
  /** Ids of the statements. */
  statements: readonly string[];
}

const address = new URL("../../../../openapi/statements.yaml", import.meta.url);

/** Every part of the specification, with its statements. */
// The file has this form: specification.test.ts checks each statement.
export const statementSections = parse(readFileSync(address, "utf8")) as readonly StatementSection[];

/** Every statement of the specification. */
export const statements: readonly Statement[] = statementSections.flatMap((section) => section.statements);

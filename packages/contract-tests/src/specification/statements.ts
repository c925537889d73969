/** The statements of the specification: those that follow from the document, and those of `openapi/statements.yaml`. */
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

/** What the file has of a statement. Where the document says it, the file may only add rows. */
interface StatementEntry extends Omit<Statement, "says"> {
  says?: string;
}

/**
 * Every part of the specification, with its statements: the file has the order of the parts.
 *
 * @param documented what follows from the document, by section
 */
export function withDocumented(documented: readonly StatementSection[]): StatementSection[] {
  const byHand: { section: string; statements: StatementEntry[] }[] = parse(readFileSync(address, "utf8"));
  const sections = byHand.map(({ section, statements }) => {
    const ofDocument = documented.find((other) => other.section === section)?.statements ?? [];
    return { section, statements: merged(ofDocument, statements) };
  });
  for (const [index, one] of documented.entries()) {
    if (byHand.some(({ section }) => section === one.section)) continue;
    const before = sections.findLastIndex(({ section }) => section === documented[index - 1]?.section);
    const lastOfPart = sections.findLastIndex(({ section }) => section.startsWith(one.section.slice(0, 2)));
    sections.splice((before < 0 ? lastOfPart : before) + 1, 0, { ...one, statements: [...one.statements] });
  }
  return sections;
}

/** An entry of the file adds to the statement with its id, or comes after the last one of the same operation or resource. */
function merged(documented: readonly Statement[], entries: readonly StatementEntry[]): Statement[] {
  const statements = [...documented];
  for (const entry of entries) {
    const index = statements.findIndex(({ id }) => id === entry.id);
    const { says = "", assumptions = [] } = statements[index] ?? {};
    const rows = [...new Set([...assumptions, ...(entry.assumptions ?? [])])];
    const whole = { says, ...entry, ...(rows.length > 0 && { assumptions: rows }) };
    const parent = entry.id.replace(/\.[^.]*$/, "");
    const last = statements.findLastIndex(({ id }) => id === parent || id.startsWith(`${parent}.`));
    if (index >= 0) statements[index] = whole;
    else statements.splice(last < 0 ? statements.length : last + 1, 0, whole);
  }
  return statements;
}

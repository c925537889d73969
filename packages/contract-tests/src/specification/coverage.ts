/** Each statement of the specification, with the checks that fail when it is violated, and its open questions. */
import type { Statement, StatementCheck, StatementSection } from "./statements.ts";

/** Plain text, one block for each section. @param checks every case, and every test of the client */
export function coverageText(sections: readonly StatementSection[], checks: readonly StatementCheck[]): string {
  return sections
    .map(({ section, statements }) => [section, ...statements.flatMap((one) => statementLines(one, checks))].join("\n"))
    .join("\n\n");
}

function statementLines(statement: Statement, checks: readonly StatementCheck[]): string[] {
  const { id, says, sameAs = [], assumptions = [], reason } = statement;
  return [
    `  ${id}: ${says}`,
    ...(reason === undefined ? [] : [`    nothing to check: ${reason}`]),
    ...checks.filter(({ statements }) => statements.includes(id)).map(({ name }) => `    checked by: ${name}`),
    ...sameAs.map((other) => `    checked as: ${other}`),
    ...assumptions.map((row) => `    open: ${row} (openapi/ASSUMPTIONS.md)`),
  ];
}

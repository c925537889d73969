/** `docs/specification.md`: for each statement of the specification, its tests and its open questions. */
import { specificationTests } from "./specification-tests.ts";
import { type Statement, type StatementSection, statementSections } from "./statements.ts";

const introduction = `# The specification, statement by statement

Written by \`npx -y pnpm@12 generate\` from [\`openapi/statements.yaml\`](../openapi/statements.yaml), and never edited.

Each statement is in our words. It has tests, or rows in [\`openapi/ASSUMPTIONS.md\`](../openapi/ASSUMPTIONS.md) when the
specification leaves it open, or the reason why there is nothing to test. Each test is known to fail when the statement
is violated: it is also run against a service, or behind a client, with a planted fault.`;

/** The page, as Markdown. @throws {RangeError} when there is no test with a title that a statement names */
export function specificationPage(): string {
  return `${[introduction, ...statementSections.map(sectionText)].join("\n\n")}\n`;
}

function sectionText({ section, statements }: StatementSection): string {
  const rows = statements.map((statement) => {
    const { id, says, reason } = statement;
    return `| \`${id}\` | ${says} | ${reason ?? testLinks(statement)} | ${assumptionLinks(statement)} |`;
  });
  return [
    `## ${section}`,
    "",
    "| id | statement | tests | open questions |",
    "| --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

function testLinks({ tests = [] }: Statement): string {
  return tests.map((title) => `[${title}](../${pathOf(title)})`).join("<br>");
}

function assumptionLinks({ assumptions = [] }: Statement): string {
  return assumptions.map((id) => `[\`${id}\`](../openapi/ASSUMPTIONS.md)`).join("<br>");
}

function pathOf(title: string): string {
  const test = specificationTests.find((candidate) => candidate.title === title);
  if (test) return test.path;
  throw new RangeError(`openapi/statements.yaml names a test that there is not: ${title}`);
}

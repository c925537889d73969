/** `docs/specification.md`: for each statement of the specification, what checks it and its open questions. */
import type { Statement, StatementCheck, StatementSection } from "./statements.ts";

const introduction = `# The specification, statement by statement

Written by \`npx -y pnpm@12 generate\`, and never edited: the statements come from
[\`openapi/call-analysis.yaml\`](../openapi/call-analysis.yaml), what it cannot say from
[\`openapi/statements.yaml\`](../openapi/statements.yaml), and what checks them from the
[cases](../packages/contract-tests/src/cases/all-cases.ts) and the
[tests of the client](../packages/contract-tests/test/client/client-tests.ts) that name their ids.

Each statement is in our words. It has such checks, or rows in [\`openapi/ASSUMPTIONS.md\`](../openapi/ASSUMPTIONS.md)
when the specification leaves it open, or the reason why there is nothing to check. Each check of what the
specification says is known to fail: it is also run against a service, or behind a client, with a planted fault.`;

/** The page, as Markdown. @param checks every case, and every test of the client */
export function specificationPage(sections: readonly StatementSection[], checks: readonly StatementCheck[]): string {
  const texts = sections.map((section) => sectionText(section, checks));
  return `${[introduction, ...texts].join("\n\n")}\n`;
}

function sectionText({ section, statements }: StatementSection, checks: readonly StatementCheck[]): string {
  const rows = statements.map((statement) => {
    const { id, says } = statement;
    return `| \`${id}\` | ${says} | ${checksText(statement, checks)} | ${assumptionLinks(statement)} |`;
  });
  return [
    `## ${section}`,
    "",
    "| id | statement | checks | open questions |",
    "| --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

function checksText({ id, sameAs = [], reason }: Statement, checks: readonly StatementCheck[]): string {
  const names = checks.filter(({ statements }) => statements.includes(id)).map(({ name }) => inCell(name));
  const others = sameAs.map((other) => `as \`${other}\``);
  return [...(reason === undefined ? [] : [reason]), ...names, ...others].join("<br>");
}

function inCell(name: string): string {
  return name.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("__proto__", "`__proto__`");
}

function assumptionLinks({ assumptions = [] }: Statement): string {
  return assumptions.map((id) => `[\`${id}\`](../openapi/ASSUMPTIONS.md)`).join("<br>");
}

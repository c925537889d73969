/** What checks the statements of the specification: the cases of the contract suite, and the tests of the client. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { StatementCheck } from "../packages/contract-tests/src/specification/statements.ts";
import { importBundled } from "./import-bundled.ts";

const contractTests = "packages/contract-tests";

/** Every check. Some cases are made of the document, which must be generated before. */
export async function statedChecks(): Promise<StatementCheck[]> {
  const cases = await importBundled<{ allCases: readonly StatementCheck[] }>(`${contractTests}/src/cases/all-cases.ts`);
  return [...cases.allCases, ...clientTests()];
}

/** Read as a text, because they run in the test runner alone. */
function clientTests(): StatementCheck[] {
  const path = join(import.meta.dirname, "..", contractTests, "test/client/client-tests.ts");
  const rows = readFileSync(path, "utf8").matchAll(/^ {4}statements: \[(.*)\],\n {4}name: "(.*)",$/gm);
  return [...rows].map(([, ids = "", name = ""]) => ({
    name,
    statements: [...ids.matchAll(/"([^"]+)"/g)].map(([, id = ""]) => id),
  }));
}

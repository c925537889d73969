/** Prints the statements of the specification, and what checks them: cases of the contract suite, and tests of the client. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { coverageText } from "../packages/contract-tests/src/specification/coverage.ts";
import {
  type StatementCheck,
  type StatementSection,
  withDocumented,
} from "../packages/contract-tests/src/specification/statements.ts";
import { importSource } from "./import-bundled.ts";

const contractTests = "packages/contract-tests";

interface Bundled {
  allCases: readonly StatementCheck[];
  documentedSections(): StatementSection[];
}

const modules = ["cases/all-cases.ts", "specification/documented-statements.ts"];
const source = modules.map((path) => `export * from "./${path}";`).join("\n");
const { allCases, documentedSections } = await importSource<Bundled>(source, `${contractTests}/src`);
console.log(coverageText(withDocumented(documentedSections()), [...allCases, ...clientTests()]));

/** Read as text, because they run in the test runner alone. */
function clientTests(): StatementCheck[] {
  const path = join(import.meta.dirname, "..", contractTests, "test/client/client-tests.ts");
  const rows = readFileSync(path, "utf8").matchAll(/^ {4}statements: \[(.*)\],\n {4}name: "(.*)",$/gm);
  return [...rows].map(([, ids = "", name = ""]) => ({
    name,
    statements: [...ids.matchAll(/"([^"]+)"/g)].map(([, id = ""]) => id),
  }));
}

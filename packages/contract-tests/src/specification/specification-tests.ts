/** Where the tests of the specification are. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A test of the specification. */
export interface SpecificationTestPlace {
  title: string;
  /** The path of its file, from the root of the repository. */
  path: string;
}

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const fakeFolder = "packages/mock/test/spec";

/** The files with tests of the specification: those of the fake, and that of the client. Paths from the root. */
export const specificationTestFiles: readonly string[] = [
  ...readdirSync(`${root}${fakeFolder}`).map((name) => `${fakeFolder}/${name}`),
  "packages/contract-tests/test/client/specification.test.ts",
];

/** The tests in these files whose titles begin with a section. Others are about the fake itself. */
export const specificationTests: readonly SpecificationTestPlace[] = specificationTestFiles.flatMap((path) => {
  const titles = readFileSync(`${root}${path}`, "utf8").matchAll(/^test\(\s*"(section [^"]+)"/gm);
  return [...titles].map(([, title = ""]) => ({ title, path }));
});

import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { built, temporaryFolder } from "./built.js";

/** For a file of tests: names of state files in a folder that goes with the tests, and the path of the built command. */
export function useStateFiles() {
  const folder = temporaryFolder();
  let cli = "";
  let files = 0;
  beforeAll(async () => {
    cli = await built("cli", folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const newStateFile = () => {
    files += 1;
    return join(folder, `state-${files}.json`);
  };
  return { folder, newStateFile, cli: () => cli };
}

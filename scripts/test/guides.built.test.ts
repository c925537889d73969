/** Runs the programs that the guides tell a reader to save and to run with Node or vitest, and compares what they print. */

import { globSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root, run } from "./consumer-projects.ts";

// Inside the repository, where the packages are installed.
const parent = join(root, ".guides");

/** A program of a guide, and the block of output that follows it, where there is one. */
interface Program {
  guide: string;
  file: string;
  /** A command of the repository's packages, with its parameters. */
  command: string;
  code: string;
  output: string | undefined;
}

const guides = globSync("docs/guides/*.md", { cwd: root });
const programs = (await Promise.all(guides.map(programsOf))).flat();

async function programsOf(guide: string): Promise<Program[]> {
  const text = await readFile(join(root, guide), "utf8");
  const pattern =
    /Save this as\s+`([^`]+)`, and run\s+`(?:npx )?((?:node|vitest) [^`]+)`:\n\n```(?:js|ts)\n([\s\S]*?)```\n(?:\n```text\n([\s\S]*?)```)?/g;
  return [...text.matchAll(pattern)].map(([, file = "", command = "", code = "", output]) => {
    return {
      guide,
      file,
      command,
      code: file.endsWith(".test.mjs") ? [code, ...furtherTests(text)].join("\n") : code,
      output,
    };
  });
}

/** The tests that a guide shows after the file that they belong to. */
function furtherTests(guide: string): string[] {
  return [...guide.matchAll(/```js\n(test\([\s\S]*?)```/g)].map(([, code = ""]) => code);
}

test("there are programs in the guides", () => {
  expect(programs.length).toBeGreaterThan(3);
});

test.each(programs)("$file of $guide runs, and prints what is shown", async ({ file, command, code, output }) => {
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, "guide-"));
  try {
    await writeFile(join(folder, file), code);
    const [program = "", ...parameters] = command.split(" ");
    const printed = await run(join(root, "node_modules/.bin", program), parameters, folder);
    if (output === undefined) expect(printed).not.toBe("");
    else expect(printed).toBe(output);
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** Runs the programs of the READMEs, the guides and the skills as a reader would, and compares what they print with what is shown. */
import { globSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createMockService } from "@call-analysis/mock";
import { type RunningServer, serve } from "@call-analysis/mock/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root, run } from "./consumer-projects.ts";

interface Program {
  document: string;
  /** The file that it is saved as. */
  file: string;
  /** A command of the repository's packages, with its parameters. */
  command: string;
  code: string;
  /** What is shown; undefined where that depends on the version of the fake, or on the time. */
  output: string | undefined;
}

const readmes = ["README.md", "packages/sdk/README.md", "packages/mock/README.md", "docs/index.md", "docs/start.md"];
const skills = globSync("packages/*/skills/*/SKILL.md", { cwd: root }).sort();
const programs = [
  ...readmes.map(firstExampleOf),
  ...globSync("docs/guides/*.md", { cwd: root }).flatMap(programsOfGuide),
  ...skills.flatMap(recipesOf),
];

// Inside the repository, where the packages are installed.
const parent = join(root, ".guides");

let folder: string;
let server: RunningServer;

beforeAll(async () => {
  await mkdir(parent, { recursive: true });
  folder = await mkdtemp(join(parent, "programs-"));
  server = await serve(createMockService({ progression: { mode: "immediate" } }), { port: 0 });
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

test("there are programs in the guides, and three recipes in each skill", () => {
  expect(programs.filter(({ document }) => document.startsWith("docs/guides/")).length).toBeGreaterThan(3);
  expect(skills.map((skill) => programs.filter(({ document }) => document === skill).length)).toEqual([3, 3]);
});

describe.concurrent("a program of a document", () => {
  test.each(programs)("$file of $document runs, and prints what is shown", async ({ file, command, code, output }) => {
    const project = await mkdtemp(join(folder, "program-"));
    for (const path of ["recordings", "examples/quickstart"]) await mkdir(join(project, path), { recursive: true });
    // The README is read in the root of the repository, and has a path of there.
    const ofExample = "examples/quickstart/recordings";
    await symlink(join(root, ofExample), join(project, ofExample), "junction");
    for (const name of ["a", "b"]) await writeFile(join(project, `recordings/${name}.wav`), `recording ${name}`);
    await writeFile(join(project, file), code);
    const [program = "", ...parameters] = command.split(" ");
    const variables = { CALL_ANALYSIS_BASE_URL: `${server.url}/v1`, CALL_ANALYSIS_API_KEY: "test-key" };
    const printed = await run(join(root, "node_modules/.bin", program), parameters, project, variables);
    expect(printed.trim()).not.toBe("");
    if (output !== undefined) expect(printed).toBe(output);
  });
});

/** The first example of a page, and the block of output below it. */
function firstExampleOf(document: string): Program {
  const [, code = "", output = ""] =
    /```ts\n([\s\S]*?)```\n[\s\S]*?```text\n([\s\S]*?)```/.exec(textOf(document)) ?? [];
  return { document, file: "example.ts", command: "node example.ts", code, output };
}

/** What a guide tells a reader to save and to run with Node or vitest. */
function programsOfGuide(document: string): Program[] {
  const text = textOf(document);
  const pattern =
    /Save this as\s+`([^`]+)`, and run\s+`(?:npx )?((?:node|vitest) [^`]+)`:\n\n```(?:js|ts)\n([\s\S]*?)```\n(?:\n```text\n([\s\S]*?)```)?/g;
  return [...text.matchAll(pattern)].map(([, file = "", command = "", code = "", output]) => {
    const whole = file.endsWith(".test.mjs") ? [code, ...furtherTests(text)].join("\n") : code;
    return { document, file, command, code: whole, output };
  });
}

/** The tests that a guide shows after the file that they belong to. */
function furtherTests(guide: string): string[] {
  return [...guide.matchAll(/```js\n(test\([\s\S]*?)```/g)].map(([, code = ""]) => code);
}

/** The recipes of a skill for coding agents. What each prints stands in a comment. */
function recipesOf(document: string): Program[] {
  return [...textOf(document).matchAll(/^## (.*)\n\n```ts\n([\s\S]*?)```/gm)].map(([, heading = "", code = ""]) => {
    const [, shown] = /console\.log\(.*; \/\/ prints (.*)$/m.exec(code) ?? [];
    const file = `${heading.replaceAll(/\W+/g, "-")}.ts`;
    return { document, file, command: `node ${file}`, code, output: shown && `${shown}\n` };
  });
}

function textOf(document: string): string {
  return readFileSync(join(root, document), "utf8");
}

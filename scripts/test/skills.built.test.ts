/** Runs the recipes of the skills for coding agents, and compares what they print with what is shown below them. */
import { globSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { createMockService } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { root, run } from "./consumer-projects.ts";

const skills = globSync("packages/*/skills/*/SKILL.md", { cwd: root }).sort();
const texts = await Promise.all(skills.map((path) => readFile(join(root, path), "utf8")));

// Inside the repository, where the packages are installed.
const parent = join(root, ".guides");

let folder: string;

beforeAll(async () => {
  await mkdir(parent, { recursive: true });
  folder = await mkdtemp(join(parent, "skills-"));
  await mkdir(join(folder, "recordings"));
  for (const name of ["a", "b"]) await writeFile(join(folder, `recordings/${name}.wav`), `recording ${name}`);
});

afterAll(() => rm(folder, { recursive: true }));

interface Recipe {
  skill: string;
  heading: string;
  code: string;
  /** What it prints, where that is the same with every version of the fake. */
  output: string | undefined;
}

const recipes = texts.flatMap((text, index): Recipe[] => {
  const pattern = /^## (.*)\n\n```ts\n([\s\S]*?)```/gm;
  return [...text.matchAll(pattern)].map(([, heading = "", code = ""]) => {
    const [, how, shown] = /console\.log\(.*; \/\/ (prints|such as) (.*)$/m.exec(code) ?? [];
    const output = how === "prints" ? shown : undefined;
    return { skill: basename(dirname(skills[index] ?? "")), heading, code, output };
  });
});

test("there is a skill for the client and one for the fake, with three recipes each", () => {
  expect(recipes.map(({ skill }) => skill)).toEqual([
    ...Array(3).fill("call-analysis-mock"),
    ...Array(3).fill("call-analysis-sdk"),
  ]);
});

test.each(skills)("%s has a head that agents read, and is short", (path) => {
  const text = texts[skills.indexOf(path)] ?? "";
  const head = parse(/^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? "");
  expect(Object.keys(head)).toEqual(["name", "description"]);
  // Agents find a skill by its folder, and choose it by its description.
  expect(head.name).toBe(basename(dirname(path)));
  expect(head.name).toMatch(/^[a-z0-9-]{1,64}$/);
  expect(head.description.length).toBeLessThanOrEqual(1_024);
  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(80);
});

test.each(recipes)("$skill: “$heading” prints what is shown", async ({ code, output }) => {
  const { url, close } = await serve(createMockService({ progression: { mode: "immediate" } }), { port: 0 });
  try {
    const file = join(folder, "recipe.ts");
    await writeFile(file, code);
    const variables = { CALL_ANALYSIS_BASE_URL: `${url}/v1`, CALL_ANALYSIS_API_KEY: "test-key" };
    const printed = await run(join(root, "node_modules/.bin/node"), [file], folder, variables);
    expect(printed).toMatch(/\S\n$/);
    if (output !== undefined) expect(printed).toBe(`${output}\n`);
  } finally {
    await close();
  }
});

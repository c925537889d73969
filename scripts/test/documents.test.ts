import { existsSync, globSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "./consumer-projects.ts";

test("the README's example has at most ten lines of code", async () => {
  const [, example = ""] = /```ts\n([\s\S]*?)```/.exec(await readFile(join(root, "README.md"), "utf8")) ?? [];
  const lines = example.split("\n").filter((line) => line.trim() !== "");
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.length).toBeLessThanOrEqual(10);
});

test.each(globSync("packages/*/skills/*/SKILL.md", { cwd: root }))(
  "%s has a head that agents read, and is short",
  async (path) => {
    const text = await readFile(join(root, path), "utf8");
    const head = parse(/^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? "");
    expect(Object.keys(head)).toEqual(["name", "description"]);
    // Agents find a skill by its folder, and choose it by its description.
    expect(head.name).toBe(basename(dirname(path)));
    expect(head.name).toMatch(/^[a-z0-9-]{1,64}$/);
    expect(head.description.length).toBeLessThanOrEqual(1_024);
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(80);
  },
);

test("every command that a README gives is a script of the repository", async () => {
  const { scripts } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  // `--filter` is followed by a package of the workspace and one of its own scripts.
  const known = [...Object.keys(scripts), "exec", "pack", "--filter"];
  const commands: string[] = [];
  for await (const path of glob(
    ["README.md", "AGENTS.md", "CONTRIBUTING.md", "{packages,examples,scripts}/*/README.md"],
    {
      cwd: root,
    },
  )) {
    const text = await readFile(join(root, path), "utf8");
    commands.push(...[...text.matchAll(/npx -y pnpm@12 (\S+?)(?=[\s`])/g)].map(([, command = ""]) => command));
  }
  expect(commands).toEqual(expect.arrayContaining(["demo", "test", "mock"]));
  expect(commands.filter((command) => !known.includes(command))).toEqual([]);
});

test("every path that a document names is there", async () => {
  const missing: string[] = [];
  let count = 0;
  for await (const document of glob(["*.md", "docs/**/*.md"], { cwd: root })) {
    if (isWrittenForTheSite(document)) continue;
    const text = await readFile(join(root, document), "utf8");
    for (const [, path = ""] of text.matchAll(/`((?:packages|scripts|openapi|examples|docs)\/[^\s`<>*…{}]+)`/g)) {
      count += 1;
      if (!existsSync(join(root, path))) missing.push(`${document}: ${path}`);
    }
  }
  expect(missing).toEqual([]);
  expect(count).toBeGreaterThan(30);
});

test("every link of a document is relative, and leads to a file that is there, and to a heading of it", async () => {
  const broken: string[] = [];
  let count = 0;
  const documents = ["*.md", "{docs,openapi,.changeset}/**/*.md", "{packages,examples,scripts}/*/*.md"];
  for await (const document of glob(documents, {
    cwd: root,
    exclude: (name) => /node_modules|^api$|^public$/.test(name),
  })) {
    if (isWrittenForTheSite(document)) continue;
    const text = await readFile(join(root, document), "utf8");
    for (const [, href = ""] of withoutCode(text).matchAll(/\]\(((?![a-z]+:)[^)\s]+)\)/g)) {
      count += 1;
      const [path = "", anchor] = href.split("#");
      const target = path === "" ? join(root, document) : resolve(root, dirname(document), path);
      if (!existsSync(target)) broken.push(`${document}: ${href}`);
      else if (anchor && !(await headingsOf(target)).has(anchor))
        broken.push(`${document}: ${href} has no such heading`);
    }
  }
  expect(broken).toEqual([]);
  expect(count).toBeGreaterThan(100);
});

/** Pages that the site's build writes and checks. They are not in the repository. */
function isWrittenForTheSite(document: string): boolean {
  return /^docs\/(examples\/|reference\/api\/|(assumptions|changelog|performance)\.md)/.test(document);
}

const withoutCode = (text: string) => text.replaceAll(/^ *```[\s\S]*?^ *```/gm, "");

/** The anchors of a document's headings, as the repository's host makes them. */
async function headingsOf(path: string): Promise<Set<string>> {
  const text = withoutCode(await readFile(path, "utf8"));
  const names = [...text.matchAll(/^#+ (.*)$/gm)].map(([, name = ""]) => name.toLowerCase());
  const anchors = names.map((name) => name.replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(/\s/g, "-"));
  return new Set([...anchors, ...[...text.matchAll(/<a id="([^"]+)"/g)].map(([, id = ""]) => id)]);
}

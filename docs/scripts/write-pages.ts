/**
 * Writes the site's pages that are files elsewhere in the repository: the assumptions, the benchmarks, the changelogs, and
 * a page for each example: its README, and its files, to copy from. The site alone is then enough: whoever has the
 * packages from npm has no copy of the repository.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join, posix } from "node:path";
import { parse } from "yaml";
import { sections } from "../.vitepress/pages.ts";

const root = join(import.meta.dirname, "../..");
const pages = join(root, "docs/examples");
const { version } = JSON.parse(readFileSync(join(root, "packages/sdk/package.json"), "utf8")) as { version: string };

const { catalog } = parse(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")) as {
  catalog: Record<string, string>;
};

/** The files that are shown, by how their names end. */
const languages: Readonly<Record<string, string>> = {
  ".ts": "ts",
  ".tsx": "tsx",
  ".js": "js",
  ".mjs": "js",
  ".cjs": "js",
  ".json": "json",
  ".html": "html",
  ".py": "python",
  ".sh": "sh",
};

const howToCopy = `## To copy it

Save the files below in a folder, and run \`npm install\` there. With [tarballs](/start#from-tarballs) run
\`npm install ./call-analysis-*.tgz\` in its place. Node runs \`.ts\` files as they are from 22.18 on.`;

write("assumptions", [textOf("openapi/ASSUMPTIONS.md")]);
write("performance", [textOf("scripts/bench/RESULTS.md")]);
write("changelog", ["# Changelog", "All packages have the same version.", ...["sdk", "mock", "cli"].map(changelogOf)]);

rmSync(pages, { recursive: true, force: true });
mkdirSync(pages, { recursive: true });
const linked = sections.flatMap(({ items }) => items.map(({ link }) => link));
for (const readme of globSync("examples/*/README.md", { cwd: root })) {
  const name = posix.basename(posix.dirname(readme));
  if (!linked.includes(`/examples/${name}`))
    throw new Error(`/examples/${name} is missing in docs/.vitepress/pages.ts.`);
  writeFileSync(join(pages, `${name}.md`), pageOf(name));
}

function write(name: string, parts: string[]): void {
  writeFileSync(join(root, "docs", `${name}.md`), parts.join("\n\n"));
}

function textOf(path: string): string {
  return readFileSync(join(root, path), "utf8").trimEnd();
}

/** A package's changelog as a chapter: its title and all below are one level lower. */
function changelogOf(name: string): string {
  return textOf(`packages/${name}/CHANGELOG.md`).replaceAll(/^#/gm, "##");
}

function pageOf(name: string): string {
  const files = filesOf(name);
  const readme = textOf(`examples/${name}/README.md`);
  const text = withSiteLinks(files.some(isTest) ? readme : withoutTests(readme), name, files);
  const copying = files.includes("package.json") ? [howToCopy] : [];
  return [text, ...copying, ...files.map((file) => section(name, file))].join("\n\n");
}

/** The files to copy. Tests are among them where they are what the example shows. */
function filesOf(name: string): string[] {
  const patterns = ["src/**/*", "*", ...(name.startsWith("downstream-") ? ["test/**/*"] : [])];
  const files = globSync(patterns, { cwd: join(root, "examples", name), exclude: (file) => file === "node_modules" });
  return files.filter((file) => extname(file) in languages && file !== "next-env.d.ts").sort();
}

function isTest(file: string): boolean {
  return file.startsWith("test/");
}

/** The README without its paragraph about tests, which the page does not have. */
function withoutTests(readme: string): string {
  return readme
    .split("\n\n")
    .filter((paragraph) => !paragraph.startsWith("`npm test`"))
    .join("\n\n");
}

function section(name: string, file: string): string {
  const text = textOf(`examples/${name}/${file}`);
  // Beside the packages of the repository the example has them as they are; elsewhere from npm.
  const copied = file === "package.json" ? asInstalled(text) : text;
  return `## \`${file}\` {#${anchorOf(file)}}\n\n\`\`\`\`${languages[extname(file)]}\n${copied}\n\`\`\`\``;
}

function asInstalled(manifest: string): string {
  const ofCatalog = (_: string, name: string) => `"${name}": "${catalog[name]}"`;
  const withoutBuild = manifest.replaceAll("node ../../scripts/build.ts && ", "");
  return withoutBuild.replaceAll('"workspace:*"', `"^${version}"`).replaceAll(/"([^"]+)": "catalog:"/g, ofCatalog);
}

function anchorOf(file: string): string {
  return file.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

/** The README's links lead to the files below it and to the site's pages; whatever else they lead to becomes plain text. */
function withSiteLinks(readme: string, name: string, files: readonly string[]): string {
  return readme.replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, (link, text: string, href: string) => {
    if (/^([a-z]+:|#)/i.test(href)) return link;
    if (files.includes(href)) return `[${text}](#${anchorOf(href)})`;
    const target = posix.join("examples", name, href);
    return target.startsWith("docs/") ? `[${text}](/${target.slice("docs/".length)})` : text;
  });
}

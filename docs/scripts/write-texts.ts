/**
 * Writes the built site for agents: the Markdown of each page beside its HTML, `llms.txt` with a link to each, and
 * `llms-full.txt` with all of them. Links are relative, so they work below any path of a host.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { sections } from "../.vitepress/pages.ts";
import { targetOf } from "../.vitepress/repository-links.ts";
import { withLinks } from "./markdown.ts";

const docs = join(import.meta.dirname, "..");
const site = join(docs, ".vitepress/dist");
const first = readFileSync(join(docs, "index.md"), "utf8");
const [, title = ""] = /^# (.*)$/m.exec(first) ?? [];

const entryPoints = globSync("reference/api/@*.md", { cwd: docs }).sort();
const chapters = [
  ...sections.map(({ text, items }) => ({
    text,
    pages: items.map(({ text, link }) => ({ text, path: `${link.slice(1)}.md` })),
  })),
  { text: "API", pages: entryPoints.map((path) => ({ text: posix.basename(path, ".md").replaceAll(".", "/"), path })) },
];
const paths = chapters.flatMap(({ pages }) => pages.map(({ path }) => path));

for (const path of paths) {
  mkdirSync(dirname(join(site, path)), { recursive: true });
  writeFileSync(join(site, path), textOf(path, posix.dirname(path)));
}
writeFileSync(join(site, "llms.txt"), `# ${title}\n\n${chapters.map(listOf).join("\n\n")}\n`);
writeFileSync(join(site, "llms-full.txt"), paths.map((path) => textOf(path, "")).join("\n\n---\n\n"));

function listOf({ text, pages }: (typeof chapters)[number]): string {
  return [`## ${text}\n`, ...pages.map((page) => `- [${page.text}](${page.path})`)].join("\n");
}

/** The Markdown of a page, for a file in the folder `from`. */
function textOf(path: string, from: string): string {
  const text = withIncludes(readFileSync(join(docs, path), "utf8"), path);
  return withLinks(text, (href) => addressOf(href, path, from)).trim();
}

function withIncludes(text: string, path: string): string {
  return text.replaceAll(/<!--\s*@include: (.*?)(?:#(\w+))?\s*-->/g, (_, file: string, region?: string) => {
    const included = readFileSync(join(docs, dirname(path), file), "utf8");
    if (region === undefined) return included;
    return included.split(`<!-- #region ${region} -->`)[1]?.split(`<!-- #endregion ${region} -->`)[0] ?? "";
  });
}

/** Relative to the folder `from`. Undefined for what is on no page, and has no address. */
function addressOf(href: string, path: string, from: string): string | undefined {
  const { name, ext } = posix.parse(href);
  const [image] = globSync(`assets/${name}.*${ext}`, { cwd: site });
  if (image !== undefined) return posix.relative(from, image);
  const target = targetOf(href, path);
  if (target === null) return undefined;
  const address = target ?? href;
  if (/^[a-z]+:/i.test(address)) return address;
  const [file = "", anchor] = address.split("#");
  const hash = anchor === undefined ? "" : `#${anchor}`;
  if (file === "") return from === "" ? path + hash : hash;
  const page = file.startsWith("/") ? file.slice(1) : posix.join(posix.dirname(path), file);
  return posix.relative(from, posix.extname(page) === "" ? `${page}.md` : page) + hash;
}

/**
 * Checks the built site: every link leads to a page that is there, every anchor to a heading that is there, and every
 * page can be reached from the navigation, and no Markdown is shown as it is written. VitePress itself finds dead pages, but
 * no dead anchors. The links and tables of the Markdown that agents read are checked alike.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { sections } from "../.vitepress/pages.ts";
import { withoutCode } from "./markdown.ts";

const site = join(import.meta.dirname, "../.vitepress/dist");
const base = process.env.DOCS_BASE ?? "/";

interface Page {
  /** Relative to the site's root, such as `guides/testing.html`. */
  path: string;
  anchors: Set<string>;
  links: string[];
  /** Text that Markdown would have made bold, or a link. */
  markdown: string[];
}

const pages = new Map(globSync("**/*.html", { cwd: site, exclude: ["console/**"] }).map((path) => [path, read(path)]));
const texts = globSync("**/*.{md,txt}", { cwd: site, exclude: ["console/**"] });
const problems = [...brokenLinks(), ...pagesWithoutAWay(), ...shownMarkdown(), ...texts.flatMap(problemsOfText)];
for (const problem of problems) console.error(problem);
const links = [...pages.values()].reduce((sum, page) => sum + page.links.length, 0);
console.log(`${pages.size} pages, ${links} links, ${texts.length} texts, ${problems.length} problems.`);
if (problems.length > 0) process.exitCode = 1;

function read(path: string): Page {
  const html = readFileSync(join(site, path), "utf8");
  const anchors = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => decode(id)));
  const links = [...html.matchAll(/<a\s[^>]*href="([^"]+)"/g)].map(([, href = ""]) => decode(href));
  const text = html
    .replace(/<(script|style|pre|code)\b.*?<\/\1>/gs, "")
    .replace(/<!--.*?-->/gs, "")
    .replace(/<[^>]*>/g, "");
  const markdown = [...text.matchAll(/\*\*\S[^*\n]*\*\*|\]\([^)\s]+\)/g)].map(([found]) => found);
  return { path, anchors, links, markdown };
}

function decode(text: string): string {
  return text.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&quot;", '"');
}

function brokenLinks(): string[] {
  return [...pages.values()].flatMap((page) =>
    [...new Set(page.links)].flatMap((href) => {
      if (/^[a-z]+:/i.test(href)) return [];
      const why = whyBroken(page, href);
      return why ? [`${page.path}: ${href} ${why}`] : [];
    }),
  );
}

function whyBroken(page: Page, href: string): string | undefined {
  const [target = "", anchor = ""] = href.split("#");
  const path = target === "" ? page.path : pathOf(page, target);
  const found = pages.get(path);
  if (!found) return existsSync(join(site, path)) ? undefined : "leads nowhere";
  if (anchor !== "" && !found.anchors.has(decodeURIComponent(anchor))) return "has no such heading";
  return undefined;
}

function pathOf(page: Page, target: string): string {
  const decoded = decodeURIComponent(target);
  const path = decoded.startsWith(base) ? decoded.slice(base.length) : posix.join(posix.dirname(page.path), decoded);
  if (path === "" || path.endsWith("/")) return `${path}index.html`;
  return posix.extname(path) === "" ? `${path}.html` : path;
}

/** A line that begins with HTML is not read as Markdown. */
function shownMarkdown(): string[] {
  return [...pages.values()].flatMap(({ path, markdown }) =>
    markdown.map((text) => `${path}: ${text} is shown as it is`),
  );
}

/** A text of Markdown has the headings of its page. Links lead from text to text, and a table's rows are as wide as its head. */
function problemsOfText(path: string): string[] {
  const text = readFileSync(join(site, path), "utf8");
  const markdown = withoutCode(text);
  const dead = [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, href = ""]) => {
    if (/^[a-z]+:/i.test(href)) return [];
    const [target = "", anchor = ""] = href.split("#");
    const file = target === "" ? path : posix.join(posix.dirname(path), target);
    if (!existsSync(join(site, file))) return [`${path}: ${href} leads nowhere`];
    const page = pages.get(file.replace(/\.md$/, ".html"));
    return anchor === "" || page?.anchors.has(decodeURIComponent(anchor))
      ? []
      : [`${path}: ${href} has no such heading`];
  });
  const tables = [...markdown.matchAll(/(?:^\|.*\n)+/gm)].map(([table]) => table.trimEnd().split("\n"));
  const ragged = tables.flatMap(([head = "", ...rows]) =>
    rows.filter((row) => cellsIn(row) !== cellsIn(head)).map((row) => `${path}: not as wide as its head: ${row}`),
  );
  const nameless = [...text.matchAll(/^#+ Throws\n\n(?![[`])(.*)/gm)].map(
    ([, found]) => `${path}: Throws names no class: ${found}`,
  );
  return [...new Set([...dead, ...ragged, ...nameless])];
}

function cellsIn(row: string): number {
  return row.split(/(?<!\\)\|/).length;
}

/** The pages that the navigation names but that are not there, and those that are there without being named. */
function pagesWithoutAWay(): string[] {
  const named = sections.flatMap(({ items }) =>
    items.map(({ link }) => pathOf({ path: "" } as Page, base + link.slice(1))),
  );
  const missing = named.filter((path) => !pages.has(path)).map((path) => `.vitepress/pages.ts: ${path} is not there`);
  const linked = new Set(
    [...pages.values()].flatMap((page) => page.links.map((href) => pathOf(page, href.split("#")[0] ?? ""))),
  );
  const lost = [...pages.keys()].filter(
    (path) => !/^(404|index)\.html$/.test(path) && !named.includes(path) && !linked.has(path),
  );
  return [...missing, ...lost.map((path) => `${path}: no page links to it`)];
}

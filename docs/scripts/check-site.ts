/**
 * Checks the built site: every link leads to a page that is there, every anchor to a heading that is there, and every
 * page can be reached from the navigation, and no Markdown is shown as it is written. VitePress itself finds dead pages, but
 * no dead anchors.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { sections } from "../.vitepress/pages.ts";

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

const pages = new Map(
  globSync("**/*.html", { cwd: site, exclude: ["playground/**"] }).map((path) => [path, read(path)]),
);
const problems = [...brokenLinks(), ...pagesWithoutAWay(), ...shownMarkdown()];
for (const problem of problems) console.error(problem);
const links = [...pages.values()].reduce((sum, page) => sum + page.links.length, 0);
console.log(`${pages.size} pages, ${links} links, ${problems.length} problems.`);
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

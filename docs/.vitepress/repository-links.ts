import { existsSync } from "node:fs";
import { posix } from "node:path";
import type { MarkdownRenderer } from "vitepress";

/** Files outside of `docs/` that the site has as a page. Examples have one each, too. */
const sitePages: Record<string, string> = {
  "docs/decisions/README.md": "/decisions/",
  "openapi/ASSUMPTIONS.md": "/assumptions.md",
  "packages/sdk/CHANGELOG.md": "/changelog.md",
  "packages/mock/CHANGELOG.md": "/changelog.md",
};

/**
 * Makes relative links that leave `docs/` work on the site: to the page that has the file, else to the repository whose
 * address the environment variable `DOCS_REPOSITORY_URL` gives. Without it they become plain text.
 */
export function repositoryLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("repository-links", ({ tokens, env }) => {
    for (const { children } of tokens) {
      for (const token of children ?? []) {
        if (token.type !== "link_open") continue;
        const target = targetOf(token.attrGet("href") ?? "", env.relativePath ?? "");
        if (target === undefined) continue;
        if (target === null) token.attrs = [["class", "no-link"]];
        else token.attrSet("href", target);
      }
    }
  });
}

/** The address to link to: undefined leaves the link as it is, and null removes it. */
function targetOf(href: string, page: string): string | null | undefined {
  if (/^([a-z]+:|\/|#)/i.test(href)) return undefined;
  const [path = "", anchor] = href.split("#");
  const file = posix.normalize(posix.join("docs", posix.dirname(page), path));
  const hash = anchor ? `#${anchor}` : "";
  if (sitePages[file]) return sitePages[file] + hash;
  const [, example] = /^examples\/([^/]+)(?:\/README\.md)?$/.exec(file) ?? [];
  if (example) return `/examples/${example}.md${hash}`;
  // What is not there is beside a file that the page includes.
  if (file.startsWith("docs/")) return existsSync(posix.join("..", file)) ? undefined : null;
  const repository = process.env.DOCS_REPOSITORY_URL;
  return repository ? `${repository}/blob/main/${file}${hash}` : null;
}

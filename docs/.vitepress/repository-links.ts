import { existsSync } from "node:fs";
import { posix } from "node:path";
import type { MarkdownRenderer } from "vitepress";
import { repositoryPages } from "./pages.ts";

/** Files outside of `docs/` that the site has as a page. Examples and the reports of the API have one each, too. */
const sitePages: Record<string, string> = {
  "openapi/ASSUMPTIONS.md": "/assumptions.md",
  "scripts/bench/RESULTS.md": "/performance.md",
  "packages/cli/README.md": "/reference/cli.md",
  "packages/cli/CHANGELOG.md": "/changelog.md",
  "packages/sdk/CHANGELOG.md": "/changelog.md",
  "packages/mock/CHANGELOG.md": "/changelog.md",
};

/**
 * Makes relative links that leave `docs/` work on the site: to the page that has the file, else to the repository. Where
 * its address is not known they become plain text.
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
export function targetOf(href: string, page: string): string | null | undefined {
  if (/^([a-z]+:|\/|#)/i.test(href)) return undefined;
  const [path = "", anchor] = href.split("#");
  const file = posix.normalize(posix.join("docs", posix.dirname(page), path));
  const hash = anchor ? `#${anchor}` : "";
  if (sitePages[file]) return sitePages[file] + hash;
  const [, example] = /^examples\/([^/]+)(?:\/README\.md)?$/.exec(file) ?? [];
  if (example) return `/examples/${example}.md${hash}`;
  const [, name, entry] = /^packages\/(sdk|mock)\/api\/(.+)\.api\.md$/.exec(file) ?? [];
  if (name) return `/reference/api/@call-analysis.${name}${entry === "index" ? "" : `.${entry}`}.md`;
  // What is not there is beside the file that the page is written from.
  if (isOnSite(file)) return existsSync(posix.join("..", file)) ? `/${file.slice("docs/".length)}${hash}` : null;
  const repository = repositoryAddress();
  return repository ? `${repository}/blob/main/${file}${hash}` : null;
}

/** The address of the repository: from `REPOSITORY_URL`, or from the variables that GitHub sets for a workflow. */
function repositoryAddress(): string | undefined {
  const { REPOSITORY_URL, GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
  if (REPOSITORY_URL) return REPOSITORY_URL.replace(/\/$/, "");
  return GITHUB_SERVER_URL && GITHUB_REPOSITORY ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}` : undefined;
}

function isOnSite(file: string): boolean {
  return file.startsWith("docs/") && !repositoryPages.some((page) => file.startsWith(`docs/${page}`));
}

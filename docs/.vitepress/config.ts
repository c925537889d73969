import { defineConfig } from "vitepress";
import { repositoryPages, sections } from "./pages.ts";
import { repositoryLinks } from "./repository-links.ts";

export default defineConfig({
  title: "Call Analysis toolkit",
  description: "A typed client for the Call Analysis Service, and a fake of the whole service for your tests.",
  lang: "en",
  // Works below any path of a static host, such as the pages of a repository.
  base: process.env.DOCS_BASE ?? "/",
  cleanUrls: false,
  lastUpdated: false,
  srcExclude: [
    "node_modules/**",
    "reference/api/index.md",
    ...repositoryPages.map((page) => page.replace(/\/$/, "/**")),
  ],
  markdown: {
    theme: { light: "github-light", dark: "github-dark" },
    // As the repository's host makes them: a link to a heading works on both.
    anchor: {
      slugify: (heading) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
          .replaceAll(/\s/g, "-"),
    },
    config: (markdown) => repositoryLinks(markdown),
  },
  themeConfig: {
    nav: [
      { text: "Start", link: "/start" },
      { text: "Guides", link: "/guides/testing" },
      { text: "Reference", link: "/reference/options" },
      { text: "Questions", link: "/faq" },
      { text: "Console", link: "/console/index.html", target: "_self" },
    ],
    sidebar: sections,
    outline: [2, 3],
    search: {
      provider: "local",
      options: {
        // The index needs the words of code, but not their colours, which take seconds.
        _render(text, env, markdown) {
          markdown.options.highlight = null;
          return markdown.render(text, env);
        },
      },
    },
  },
  transformHead: ({ siteData: { base }, page }) =>
    page === "index.md" || page === "404.md"
      ? [["link", { rel: "describedby", href: `${base}llms.txt` }]]
      : [["link", { rel: "alternate", type: "text/markdown", href: base + page }]],
});

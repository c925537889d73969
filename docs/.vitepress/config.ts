import { defineConfig } from "vitepress";
import llms from "vitepress-plugin-llms";
import { sections } from "./pages.ts";
import { repositoryLinks } from "./repository-links.ts";

export default defineConfig({
  title: "Call Analysis toolkit",
  description: "A typed client of the Call Analysis Service, and a fake of the whole service that you can trust.",
  lang: "en",
  // Works below any path of a static host, such as the pages of a repository.
  base: process.env.DOCS_BASE ?? "/",
  cleanUrls: false,
  lastUpdated: false,
  srcExclude: ["README.md", "node_modules/**"],
  // The decisions' table of contents is its README, as the repository's host shows it.
  rewrites: { "decisions/README.md": "decisions/index.md" },
  markdown: { theme: { light: "github-light", dark: "github-dark" }, config: (markdown) => repositoryLinks(markdown) },
  themeConfig: {
    nav: [
      { text: "Start", link: "/start" },
      { text: "Guides", link: "/guides/testing" },
      { text: "Reference", link: "/reference/options" },
      { text: "Playground", link: "/playground" },
    ],
    sidebar: sections,
    outline: [2, 3],
    search: { provider: "local" },
  },
  vite: { plugins: [llms({ domain: "" })] },
});

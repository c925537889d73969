/** The site's pages in reading order. The navigation and the checks are made of this list: a new page is one line here. */
export const sections = [
  {
    text: "Start",
    items: [
      { text: "Getting started", link: "/start" },
      { text: "The first day with a key", link: "/guides/first-day" },
      { text: "The web console", link: "/guides/console" },
    ],
  },
  {
    text: "Testing with the fake",
    items: [
      { text: "In your tests", link: "/guides/testing" },
      { text: "Python and other languages", link: "/guides/other-languages" },
      { text: "Containers, reverse proxies and TLS", link: "/guides/containers" },
    ],
  },
  {
    text: "Calls",
    items: [
      { text: "Reading a scorecard", link: "/guides/scorecards" },
      { text: "Input fields", link: "/guides/inputs" },
      { text: "Uploads", link: "/guides/uploads" },
      { text: "Errors and retries", link: "/guides/errors" },
      { text: "Web handlers and long waits", link: "/guides/long-waits" },
    ],
  },
  {
    text: "Running it",
    items: [
      { text: "Operating a nightly batch", link: "/guides/batches" },
      { text: "Many machines", link: "/guides/many-machines" },
      { text: "Durable workflows", link: "/guides/durable-workflows" },
      { text: "Browsers and the proxy", link: "/guides/browsers" },
      { text: "Tracing and logs", link: "/guides/tracing" },
    ],
  },
  {
    text: "Examples",
    items: [
      { text: "From a recording to a scorecard", link: "/examples/quickstart" },
      { text: "Express", link: "/examples/express-upload" },
      { text: "Hono", link: "/examples/hono-upload" },
      { text: "Next", link: "/examples/next-app" },
      { text: "React and TanStack Query", link: "/examples/react-query" },
      { text: "Queues over many machines", link: "/examples/bulk-queue" },
      { text: "Durable workflows with Inngest", link: "/examples/durable-workflow" },
      { text: "Spans with OpenTelemetry", link: "/examples/tracing" },
      { text: "Tests with vitest", link: "/examples/downstream-vitest" },
      { text: "Tests with Jest", link: "/examples/downstream-jest" },
      { text: "Tests with Playwright", link: "/examples/downstream-playwright" },
      { text: "curl", link: "/examples/curl" },
      { text: "Python", link: "/examples/python" },
    ],
  },
  {
    text: "Reference",
    items: [
      { text: "Options", link: "/reference/options" },
      { text: "API", link: "/reference/api" },
      { text: "The service over HTTP", link: "/reference/http" },
      { text: "Command line", link: "/reference/cli" },
      { text: "The fake: command, options and analyses", link: "/reference/fake" },
      { text: "The fake: faults, gates and journal", link: "/reference/faults" },
      { text: "The fake: your own data", link: "/reference/seed-files" },
      { text: "The fake: control over HTTP", link: "/reference/control" },
    ],
  },
  {
    text: "Background",
    items: [
      { text: "Assumptions", link: "/assumptions" },
      { text: "Performance", link: "/performance" },
      { text: "Questions and troubleshooting", link: "/faq" },
      { text: "Changelog", link: "/changelog" },
      { text: "Versions and support", link: "/support" },
    ],
  },
];

/** Pages of `docs/` for people who change the packages. They are read in the repository, and are not on the site. */
export const repositoryPages = ["architecture.md", "adding-an-operation.md", "decisions/"];

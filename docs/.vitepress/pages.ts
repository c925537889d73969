/** The site's pages in reading order. The navigation, the start page's links and the checks are made of this list. */
export const sections = [
  {
    text: "Start",
    items: [
      { text: "Getting started", link: "/start" },
      { text: "The first day with a key", link: "/guides/first-day" },
      { text: "Playground", link: "/playground" },
      { text: "The web console", link: "/guides/console" },
    ],
  },
  {
    text: "Testing with the fake",
    items: [
      { text: "In your tests", link: "/guides/testing" },
      { text: "vitest", link: "/guides/vitest" },
      { text: "Jest", link: "/guides/jest" },
      { text: "Playwright and browsers", link: "/guides/playwright" },
      { text: "Python and other languages", link: "/guides/other-languages" },
      { text: "Containers, reverse proxies and TLS", link: "/guides/containers" },
    ],
  },
  {
    text: "Calls",
    items: [
      { text: "Uploads", link: "/guides/uploads" },
      { text: "Long waits and web handlers", link: "/guides/long-waits" },
      { text: "Batches and journals", link: "/guides/batches" },
      { text: "Many machines", link: "/guides/many-machines" },
      { text: "Retries, and what is never repeated", link: "/guides/retries" },
      { text: "Errors", link: "/guides/errors" },
    ],
  },
  {
    text: "Running it",
    items: [
      { text: "Browsers and the proxy", link: "/guides/browsers" },
      { text: "Tracing and logs", link: "/guides/tracing" },
      { text: "Proxies and certificates", link: "/guides/network" },
      { text: "From raw fetch", link: "/guides/from-raw-fetch" },
      { text: "Upgrading", link: "/guides/upgrading" },
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
      { text: "OpenTelemetry", link: "/examples/tracing" },
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
      { text: "Events", link: "/reference/events" },
      { text: "Errors", link: "/reference/errors" },
      { text: "Command line", link: "/reference/cli" },
      { text: "The fake: command, options and analyses", link: "/reference/fake" },
      { text: "The fake: faults, gates and journal", link: "/reference/faults" },
      { text: "The fake: your own data", link: "/reference/seed-files" },
      { text: "The fake: control over HTTP", link: "/reference/control" },
      { text: "API", link: "/reference/api/" },
    ],
  },
  {
    text: "Background",
    items: [
      { text: "The contract", link: "/contract" },
      { text: "Statements and their tests", link: "/specification" },
      { text: "Assumptions", link: "/assumptions" },
      { text: "Architecture", link: "/architecture" },
      { text: "Decisions", link: "/decisions/" },
      { text: "Performance", link: "/performance" },
      { text: "Questions and troubleshooting", link: "/faq" },
      { text: "Changelog", link: "/changelog" },
      { text: "Versions and support", link: "/support" },
    ],
  },
];

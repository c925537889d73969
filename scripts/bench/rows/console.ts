import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { findBrowser } from "../../browser/find-browser.ts";
import { newContext, startBrowser } from "../../browser/start-browser.ts";
import type { Benchmark, Findings, Pace } from "../harness/benchmark.ts";
import { atMost, entriesOf } from "../harness/comparison.ts";
import { benchPath, rootPath } from "../harness/folders.ts";
import { freePort } from "../harness/free-port.ts";
import { type Samples, takeTurns } from "../harness/rounds.ts";
import { ServerProcess, type ServerProgram } from "../harness/server-process.ts";
import { exactly, spreadOf } from "../harness/statistics.ts";
import { fakeProgram } from "../servers/programs.ts";

const reference = "bare page";

export const webConsole: Benchmark = {
  name: "console",
  title: "The web console",
  method:
    "Size: gzip of the built files. Time: from the start of the navigation to the frame with the first heading, by `performance.now()` in Chromium, each time in a new window with an empty cache; in units of a page that has nothing but a heading.",
  async run(pace) {
    const { initial, all } = sizes();
    const { browser: found } = await findBrowser();
    const timed = found ? await timeToHeading(await startBrowser(found), pace) : withoutBrowser;
    return {
      entries: [
        { name: "what the first page loads", value: exactly(initial), unit: "kB" },
        { name: "all that a console on the fake's server loads", value: exactly(all), unit: "kB" },
        ...timed.entries,
      ],
      targets: [
        atMost(240, "kB", { what: "what the first page loads", measured: exactly(initial) }),
        atMost(340, "kB", { what: "all that a console on the fake's server loads", measured: exactly(all) }),
        ...timed.targets,
      ],
      ...(timed.notes && { notes: timed.notes }),
    };
  },
};

const withoutBrowser: Findings = { entries: [], targets: [], notes: ["There is no browser: no time was measured."] };

/** The sizes after compression, in kilobytes. */
function sizes(): { initial: number; all: number } {
  const folder = rootPath("packages/mock/dist/console");
  const page = readFileSync(`${folder}/index.html`, "utf8");
  const assets = readdirSync(`${folder}/assets`).map((name) => {
    const bytes = readFileSync(`${folder}/assets/${name}`);
    return { name, kilobytes: gzipSync(bytes).byteLength / 1_000 };
  });
  const sum = (parts: typeof assets) => parts.reduce((total, { kilobytes }) => total + kilobytes, 0);
  return {
    initial: sum(assets.filter(({ name }) => page.includes(name))),
    all: sum(assets),
  };
}

async function timeToHeading(browser: Browser, pace: Pace): Promise<Findings> {
  const programs: ServerProgram[] = [
    { ...fakeProgram("console"), requestPath: "/__mock__/" },
    { name: reference, path: benchPath("servers/bare-page.js"), flags: (port) => [String(port)], requestPath: "/" },
  ];
  const servers: ServerProcess[] = [];
  try {
    for (const program of programs) servers.push(await ServerProcess.start(program, await freePort()));
    // The first of each warms up the browser and the server.
    await takeTurns(servers, 1, (server) => headingMs(browser, server));
    const samples: Samples = await takeTurns(servers, pace.rounds, (server) => headingMs(browser, server));
    const measured = spreadOf(samples.get("console") ?? []);
    return {
      entries: entriesOf(samples, { unit: "ms", reference }).map((entry) => ({
        ...entry,
        name: `first heading, ${entry.name}`,
      })),
      targets: [atMost(1_000, "ms", { what: "time to the first heading", measured })],
    };
  } finally {
    await Promise.all(servers.map((server) => server.close()));
    await browser.close();
  }
}

/** From the start of the navigation to the frame that shows the first heading, in milliseconds. */
async function headingMs(browser: Browser, { url }: ServerProcess): Promise<number> {
  const context = await newContext(browser, { viewport: { width: 1_280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(noteFirstHeading);
  await page.goto(url);
  const time = await page.waitForFunction(() => (globalThis as { firstHeadingMs?: number }).firstHeadingMs);
  const milliseconds = await time.jsonValue();
  await context.close();
  return milliseconds ?? Number.NaN;
}

/** Runs in the page, before its own scripts. */
function noteFirstHeading(): void {
  const look = () => {
    if (document.querySelector("h1") === null) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      (globalThis as { firstHeadingMs?: number }).firstHeadingMs = performance.now();
    });
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
}

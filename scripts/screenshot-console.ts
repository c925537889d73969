/** Takes the pictures of `docs/guides/console.md`: `node scripts/screenshot-console.ts`, after a build. */
import { join } from "node:path";
import type { Page } from "playwright-core";
import { sampleRecording } from "../packages/console/src/pages/calls/sample-recording.ts";
import { startFake } from "../packages/console/test/support/fake.ts";
import { findBrowser } from "./browser/find-browser.ts";
import { newContext, startBrowser } from "./browser/start-browser.ts";

const images = join(import.meta.dirname, "../docs/images");

const browser = await startBrowser((await findBrowser()).path);
const { url, sdk, control, stop } = await startFake({ scenario: "busy" });
try {
  const [[agent], [category]] = await Promise.all([sdk.agents.list(), sdk.categories.list()]);
  const ids = { memberId: agent?.id ?? "", categoryId: category?.id ?? "" };
  const { callId } = await sdk.calls.submitFile({ file: sampleRecording(), filename: "demo-call-friday.wav", ...ids });
  await control("POST", `/calls/${callId}/complete`, { score: 58.3 });
  await picture("calls", "/calls");
  await picture("scorecard", `/calls/${callId}`, { prepare: playMissedCriterion });
  const criteriaAreRead = (page: Page) => page.getByRole("table", { name: "Criteria" }).waitFor();
  await picture("trends", "/trends", { prepare: criteriaAreRead });
  await control("POST", "/faults", { operation: "createCall", status: 503, retryAfter: 2, times: 3 });
  const once = sdk.withOptions({ retry: false });
  await once.calls.create({ ...ids, audio_url: "https://recordings.example.com/vip-84113.wav" }).catch(() => {});
  await control("POST", "/faults", { operation: "listAgents", network: "reset", probability: 0.1 });
  await control("POST", "/faults", { upload: { bytesPerSecond: 250_000 }, match: { filename: "large.wav" } });
  await control("POST", "/engine/rules", { match: { categoryId: ids.categoryId }, complete: { score: 91 } });
  await control("POST", "/gates", { operation: "addProspect" });
  await picture("journal", "/fake/journal", { isDark: true, prepare: openFailedEntry });
  await picture("rules", "/fake/rules", { isDark: true });
} finally {
  await Promise.all([stop(), browser.close()]);
}

async function playMissedCriterion(page: Page): Promise<void> {
  await page.locator("button[aria-label=Play]:enabled").waitFor();
  await page
    .getByRole("button", { name: /hear why/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Pause" }).click();
}

async function openFailedEntry(page: Page): Promise<void> {
  await page.getByLabel("Status", { exact: true }).selectOption("failed");
  await page.getByRole("link", { name: "createCall" }).first().click();
  await page.getByLabel("Status", { exact: true }).selectOption("");
  await page.getByRole("article").waitFor();
}

interface PictureOptions {
  isDark?: boolean;
  /** Brings the page to what the picture shows. */
  prepare?: (page: Page) => Promise<void>;
}

async function picture(name: string, path: string, { isDark, prepare }: PictureOptions = {}) {
  const colorScheme = isDark ? "dark" : "light";
  const viewport = { width: 1_280, height: 760 };
  const context = await newContext(browser, { viewport, colorScheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${url}/__mock__/#${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await prepare?.(page);
  await page.getByRole("status", { name: "Loading" }).waitFor({ state: "detached" });
  // The page's policy allows no style that the picture would add.
  await page.screenshot({ path: join(images, `console-${name}.png`), caret: "initial", animations: "allow" });
  await context.close();
}

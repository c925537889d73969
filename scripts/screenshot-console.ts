/** Takes the pictures of `docs/guides/console.md`: `node scripts/screenshot-console.ts`, after a build. */
import { join } from "node:path";
import type { CallAnalysis } from "@call-analysis/sdk";
import type { Page } from "playwright-core";
import { sampleRecording } from "../packages/console/src/pages/calls/sample-recording.ts";
import { type Fake, startFake } from "../packages/console/test/support/fake.ts";
import { newContext, startAnyBrowser } from "./browser/start-browser.ts";

const images = join(import.meta.dirname, "../docs/images");

/** The calls of the list, the oldest first: a name, whose and of which category it is, and how it ends. */
const calls = [
  { name: "renewal-kapoor", agent: 0, category: 0, score: 88.9 },
  { name: "router-keeps-dropping", agent: 1, category: 1, score: 64.7 },
  { name: "instalment-reminder-iyer", agent: 2, category: 2, score: 93.3 },
  { name: "demo-request-mehta", agent: 3, category: 0, score: 46.7 },
  { name: "bill-twice-this-month", agent: 0, category: 1, score: 81.3 },
  { name: "voicemail-no-answer", agent: 1, category: 2, fails: true },
  { name: "pricing-question-shah", agent: 2, category: 0, score: 71.4 },
  { name: "technician-late-again", agent: 3, category: 1, score: 37.5 },
  { name: "promise-to-pay-friday", agent: 1, category: 2, score: 85.3 },
];

const browser = await startAnyBrowser();
const [fake, busy] = await Promise.all([
  startFake({ progression: { mode: "manual" }, clock: { startAt: "2026-10-05T08:30:00.000Z" } }),
  startFake({ scenario: "busy" }),
]);
try {
  for (const call of calls) await createCall(fake, call);
  const callId = await analysed(fake, "demo-call-friday.wav", 58.3);
  await analysed(fake, "demo-call-monday.wav", 91.7);
  await createCall(fake, { name: "new-lead-arora", agent: 0, category: 0 });
  await picture("calls", fake, { path: "/calls" });
  await picture("scorecard", fake, { path: `/calls/${callId}`, prepare: playMissedCriterion });
  await picture("trends", busy, { path: "/trends", height: 900, prepare: criteriaAreRead });
  await addRules(fake);
  await picture("journal", fake, { path: "/fake/journal", isDark: true, prepare: openFailedEntry });
  await picture("rules", fake, { path: "/fake/rules", isDark: true });
} finally {
  await Promise.all([fake.stop(), busy.stop(), browser.close()]);
}

async function idsOf(sdk: CallAnalysis, { agent, category }: { agent: number; category: number }) {
  const [agents, categories] = await Promise.all([sdk.agents.list(), sdk.categories.list()]);
  return { memberId: agents[agent]?.id ?? "", categoryId: categories[category]?.id ?? "" };
}

interface ListedCall {
  name: string;
  agent: number;
  category: number;
  score?: number;
  fails?: boolean;
}

/** Without a score, it is not finished. */
async function createCall({ sdk, control }: Fake, { name, agent, category, score, fails }: ListedCall): Promise<void> {
  await control("POST", "/clock/advance", { ms: 26_400_000 });
  const audio_url = `https://recordings.example.com/${name}.wav`;
  const { callId } = await sdk.calls.create({ ...(await idsOf(sdk, { agent, category })), audio_url });
  if (fails) await control("POST", `/calls/${callId}/fail`, { reason: "There is no speech in the recording." });
  if (score !== undefined) await control("POST", `/calls/${callId}/complete`, { score });
}

/** A finished call that can be heard. Returns its id. */
async function analysed({ sdk, control }: Fake, filename: string, score: number): Promise<string> {
  const ids = await idsOf(sdk, { agent: 0, category: 0 });
  const { callId } = await sdk.calls.submitFile({ file: sampleRecording(), filename, ...ids });
  await control("POST", `/calls/${callId}/complete`, { score });
  return callId;
}

async function addRules({ sdk, control }: Fake): Promise<void> {
  const ids = await idsOf(sdk, { agent: 0, category: 0 });
  const once = sdk.withOptions({ retry: false });
  await control("POST", "/faults", { operation: "createCall", status: 503, retryAfter: 2, times: 3 });
  await once.calls.create({ ...ids, audio_url: "https://recordings.example.com/vip-84113.wav" }).catch(() => {});
  await sdk.categories.list();
  await control("POST", "/faults", {
    operation: "getCallAnalysis",
    sequence: [{ status: 429, retryAfter: 1 }, "pass"],
  });
  await control("POST", "/faults", { operation: "listAgents", network: "reset", probability: 0.1 });
  await control("POST", "/faults", { upload: { bytesPerSecond: 250_000 }, match: { filename: "large.wav" } });
  await control("POST", "/engine/rules", { match: { categoryId: ids.categoryId }, complete: { score: 91 } });
  await control("POST", "/gates", { operation: "addProspect" });
}

async function criteriaAreRead(page: Page): Promise<void> {
  await page.getByRole("table", { name: "Criteria" }).waitFor();
}

async function playMissedCriterion(page: Page): Promise<void> {
  const play = page.getByRole("button", { name: /hear why/ }).first();
  await play.waitFor();
  await page.locator("button[aria-label=Play]:enabled").waitFor();
  await play.click();
  await page.getByRole("button", { name: "Pause" }).click();
}

async function openFailedEntry(page: Page): Promise<void> {
  await page.getByLabel("Status", { exact: true }).selectOption("failed");
  await page.getByRole("link", { name: "createCall" }).first().click();
  await page.getByLabel("Status", { exact: true }).selectOption("");
  await page.getByRole("article").waitFor();
}

interface PictureOptions {
  path: string;
  isDark?: boolean;
  height?: number;
  /** Brings the page to what the picture shows. */
  prepare?: (page: Page) => Promise<void>;
}

async function picture(
  name: string,
  { url }: Fake,
  { path, isDark = false, height = 760, prepare }: PictureOptions,
): Promise<void> {
  const colorScheme = isDark ? "dark" : "light";
  const viewport = { width: 1_280, height };
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

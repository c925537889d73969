import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { type RunningApp, startApp } from "./running-app.ts";

const recording = fileURLToPath(new URL("../../quickstart/recordings/sales-call.wav", import.meta.url));
const { CHROME_PATH: executablePath } = process.env;

let app: RunningApp;
let browser: Browser;

beforeAll(async () => {
  app = await startApp();
  browser = await chromium.launch(executablePath ? { executablePath } : { channel: "chrome" });
});
beforeEach(() => app.service.reset());
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

/**
 * The page of a user who has signed in and chosen a recording. Each test has its own user, because the proxy remembers
 * creations, and a reset makes the same ids again.
 */
async function openPage(name: string): Promise<Page> {
  const context = await browser.newContext({ locale: "en-US" });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(app.url);
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Recording").setInputFiles(recording);
  return page;
}

test("a recording is uploaded from the page, and its scorecard is shown", async () => {
  app.service.engine.when({ filename: "sales-call.wav" }).complete({ score: 82 });
  const gate = app.service.hold("createCall");
  const page = await openPage("asha");
  await page.getByRole("button", { name: "Analyse" }).click();
  await gate.reached();
  const upload = page.getByRole("progressbar", { name: "Upload" });
  await expect.poll(() => upload.getAttribute("value")).toBe("100");
  gate.release();
  await page.getByRole("article", { name: "Scorecard" }).waitFor();
  expect(await page.getByRole("article").textContent()).toContain("82 points");
  expect(app.service.db.calls.list()).toMatchObject([{ udfs: { createdBy: "asha" } }]);
});

test("a call that cannot be analysed is shown as failed, and the form can be sent again", async () => {
  app.service.engine.when({ filename: "sales-call.wav" }).fail("Nobody speaks.");
  const page = await openPage("ravi");
  await page.getByRole("button", { name: "Analyse" }).click();
  await page.getByText("failed").waitFor();
  expect(await page.getByRole("button", { name: "Analyse" }).isEnabled()).toBe(true);
});

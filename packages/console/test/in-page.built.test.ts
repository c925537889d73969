/** The console without a server: the fake runs in the page. */
import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { serveConsole } from "../serve.ts";
import { step, test } from "./support/console-test.ts";
import { glanceAt } from "./support/look-at.ts";
import { analyse } from "./support/new-call.ts";

/** Serves the console's files and nothing else. */
async function staticHost(): Promise<string> {
  const { url, close } = await serveConsole();
  onTestFinished(close);
  return url;
}

async function openAt(page: Page, url: string, path = "/calls"): Promise<void> {
  await page.goto(`${url}#${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** Adds a rule by the form, as `fillIn` says. */
async function addRule(page: Page, fillIn: () => Promise<unknown>): Promise<void> {
  await page.getByRole("button", { name: "Add a rule" }).click();
  await fillIn();
  await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

test("without a server the fake runs in the page, and its calls, rules and state survive reloads", async ({ page }) => {
  const violations: string[] = [];
  await page.exposeFunction("reportViolation", (text: string) => violations.push(text));
  await page.addInitScript(() => {
    const { reportViolation } = window as unknown as { reportViolation: (text: string) => void };
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile }) =>
      reportViolation(`${effectiveDirective} ${blockedURI} ${sourceFile}`),
    );
  });
  const url = await staticHost();
  await openAt(page, url);
  await page.getByText("in page").first().waitFor();
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  const created = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await step("calls move on with its clock", async () => {
    const dialog = await analyse(page, { filename: "one.wav" });
    await dialog.getByText("processing").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "+1 min" }).click();
    await row("one.wav").getByText("completed").waitFor();
    await created("one.wav").getByText("completed").waitFor();
    await glanceAt(page, "in-page");
  });
  await step("a request of the journal is copied with an address of a fake that a shell reaches", async () => {
    await page.getByRole("link", { name: "Journal" }).click();
    // The requests of the console are the only ones in the page.
    await page.getByLabel("Console’s requests").check();
    await page.getByRole("link", { name: "createCall", exact: true }).click();
    await page.getByRole("button", { name: "Copy as curl" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("http://127.0.0.1:4010/v1/calls");
  });
  await step("rules of several kinds are added, and one applies", async () => {
    await openAt(page, url, "/fake/rules");
    await addRule(page, async () => {
      await page.getByLabel("Operation").selectOption("createAgent");
      await page.getByLabel("Status", { exact: true }).fill("422");
      await page.getByLabel("Times").fill("3");
      await page.getByLabel("Skip").fill("1");
    });
    await page.getByText("used 0 of 3").waitFor();
    await openAt(page, url, "/agents");
    for (const name of ["Nadia Okafor", "Omar Haddad"]) {
      await page.getByRole("button", { name: "New agent" }).click();
      await page.getByLabel("Full name").fill(name);
      await page.getByLabel("E-mail").fill(`${name.slice(0, 4)}@example.com`);
      await page.getByRole("button", { name: "Create" }).click();
      if (name === "Nadia Okafor") await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await page.getByRole("dialog").getByRole("alert").waitFor();
    await openAt(page, url, "/fake/rules");
    await addRule(page, async () => {
      await page.getByLabel("What happens").selectOption("end");
      await page.getByLabel("Score").fill("91");
    });
    await page.getByText("completes with score 91").waitFor();
    await addRule(page, async () => {
      await page.getByLabel("What happens").selectOption("hold");
      await page.getByLabel("Operation").selectOption("getCategory");
    });
    await page.getByText("0 held").waitFor();
  });
  await step("a reload in the middle of a wait loses nothing, and creates nothing twice", async () => {
    await openAt(page, url);
    const dialog = await analyse(page, { filename: "two.wav" });
    await dialog.getByText("processing").waitFor();
    await page.reload();
    await row("two.wav").waitFor();
    await page.getByRole("button", { name: "+1 min" }).click();
    await row("two.wav").getByText("completed").waitFor();
    await page.getByText("2 calls", { exact: true }).waitFor();
  });
  await step("the recording can be heard after the reload", async () => {
    await row("two.wav").getByRole("link").click();
    await page.getByRole("heading", { level: 1, name: "two.wav" }).waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Play", exact: true }).isEnabled()).toBe(true);
  });
  await step("the rules are there after it in their order, and apply as often as they have left", async () => {
    await openAt(page, url, "/fake/rules");
    await page.getByText("used 0 of 2, 2 left").waitFor();
    const rules = page.getByRole("list", { name: "Rules" }).locator("> li");
    expect((await rules.allTextContents()).map((text) => /^\w+/.exec(text)?.[0])).toEqual(["gate", "rule", "fault"]);
    expect(await page.getByText("passes").count()).toBe(0);
  });
  await step("the fake is reset, and stays reset after a reload", async () => {
    await openAt(page, url, "/fake/state");
    await page.getByLabel("Scenario").selectOption("empty");
    await page.getByRole("button", { name: "Reset…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reset", exact: true }).click();
    await page.getByText("Agents0").waitFor();
    await page.reload();
    await page.getByText("Agents0").waitFor();
  });
  expect(violations, "nothing that the page does is against its own policy").toEqual([]);
});

test("a second tab is read-only, follows the first, and takes over when that is closed", async ({ context }) => {
  const url = await staticHost();
  const [first, second] = [await context.newPage(), await context.newPage()];
  await openAt(first, url);
  await openAt(second, url);
  const newCall = second.getByRole("button", { name: "New call" });
  await step("the second tab says that it is read-only, and where the rules are", async () => {
    await second.getByText("this one is read-only").waitFor();
    expect(await newCall.isDisabled()).toBe(true);
    await glanceAt(second, "in-page-read-only");
    await openAt(second, url, "/fake/rules");
    await second.getByRole("heading", { name: "This is in the other tab" }).waitFor();
    expect(await second.getByRole("button", { name: "Add a rule" }).isDisabled()).toBe(true);
  });
  await step("of the state it can only save a copy", async () => {
    await second.getByRole("link", { name: "State" }).click();
    await second.getByText("Agents4").waitFor();
    for (const name of ["Upload…", "Reset…", "Add"])
      expect(await second.getByRole("button", { name, exact: true }).isDisabled()).toBe(true);
    expect(await second.getByRole("button", { name: "Download" }).isEnabled()).toBe(true);
    await glanceAt(second, "in-page-state-read-only");
  });
  await step("it follows the first, and takes over when that is closed", async () => {
    await openAt(second, url);
    await analyse(first, { filename: "first.wav" });
    await second.getByRole("row").filter({ hasText: "first.wav" }).waitFor();
    await first.close();
    await expect.poll(() => newCall.isEnabled()).toBe(true);
    await second.getByRole("row").filter({ hasText: "first.wav" }).waitFor();
  });
});

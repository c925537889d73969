/** The console without a server: the fake runs in the page. */
import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { serveConsole } from "../../serve.ts";
import { step, test } from "../support/console-test.ts";
import { glanceAt } from "../support/look-at.ts";
import { analyse } from "../support/new-call.ts";

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

test("without a server each tab has its own fake, until it is loaded again", async ({ context }) => {
  const page = await context.newPage();
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
  await step("a call moves on with the clock, and its recording can be heard", async () => {
    const dialog = await analyse(page, { filename: "one.wav" });
    await dialog.getByText("processing").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "+1 min" }).click();
    await row("one.wav").getByText("completed").waitFor();
    await glanceAt(page, "in-page");
    await row("one.wav").getByRole("link").click();
    await expect.poll(() => page.getByRole("button", { name: "Play", exact: true }).isEnabled()).toBe(true);
  });
  await step("a request of the journal is copied with an address of a fake that a shell reaches", async () => {
    await page.getByRole("link", { name: "Journal" }).click();
    // The requests of the console are the only ones in the page.
    await page.getByLabel("Console’s requests").check();
    await page.getByRole("link", { name: "createCall", exact: true }).click();
    await page.getByRole("button", { name: "Copy as curl" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("http://127.0.0.1:4010/v1/calls");
  });
  await step("a rule that is added applies", async () => {
    await page.getByRole("link", { name: "Rules" }).click();
    await page.getByRole("button", { name: "Add a rule" }).click();
    await page.getByLabel("What happens").selectOption("fail");
    await page.getByLabel("Operation").selectOption("createAgent");
    await page.getByLabel("Status", { exact: true }).fill("422");
    await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Agents" }).click();
    await page.getByRole("button", { name: "New agent" }).click();
    await page.getByLabel("Full name").fill("Nadia Okafor");
    await page.getByLabel("E-mail").fill("nadia@example.com");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("dialog").getByRole("alert").waitFor();
    await page.keyboard.press("Escape");
  });
  await step("another tab has its own fake", async () => {
    const other = await context.newPage();
    await openAt(other, url);
    await other.getByRole("heading", { name: "No calls yet" }).waitFor();
    await other.close();
  });
  await step("the fake is reset", async () => {
    await page.getByRole("link", { name: "State" }).click();
    await page.getByLabel("Scenario").selectOption("empty");
    await page.getByRole("button", { name: "Reset…" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Reset", exact: true }).click();
    await page.getByText("Agents0").waitFor();
  });
  await step("a reload starts it anew", async () => {
    await page.reload();
    await page.getByText("Agents4").waitFor();
  });
  expect(violations, "nothing that the page does is against its own policy").toEqual([]);
});

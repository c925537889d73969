/** The journal with its clipboard and its layout. What it draws besides is in `drawn/journal.ts`. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { createCall } from "../support/calls.ts";
import { open, step, test, testWith } from "../support/console-test.ts";
import { glanceAt } from "../support/look-at.ts";
import { hostileText } from "../support/recorded-requests.ts";

function copied(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

test("requests appear by themselves, are read, held and copied", async ({ fake, page }) => {
  await open(page, fake, "/fake/journal");
  await page.getByRole("heading", { name: "No requests yet" }).waitFor();
  await glanceAt(page, "journal-empty");
  await step("requests appear by themselves, the newest first, each named by its operation", async () => {
    await createCall(fake, { udfs: { note: hostileText } });
    await page.getByText("3 entries").waitFor();
    expect(await page.getByRole("row").nth(1).getByRole("link").textContent()).toBe("createCall");
  });
  await step("an entry is opened by the keyboard, and the list stays where it is", async () => {
    await page.getByRole("row").nth(1).getByRole("link").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 2, name: "createCall" }).and(page.locator(":focus")).waitFor();
  });
  await step("an entry shows its request and its response, hostile texts as texts", async () => {
    expect(await page.locator("pre").first().textContent()).toContain("</script><img src=x onerror=alert(1)>");
    expect(await page.locator("pre").first().textContent()).toContain("\\u202e");
    expect(await page.locator("img").count()).toBe(0);
  });
  await step("a request is copied as a command, as code and as a test, without its key", async () => {
    await page.getByRole("button", { name: "Copy as curl" }).click();
    await expect.poll(() => copied(page)).toContain(`curl -X POST \\\n  ${fake.url}/v1/calls`);
    await page.getByRole("button", { name: "Copy as SDK code" }).click();
    await expect.poll(() => copied(page)).toContain("await sdk.calls.create(");
    await page.getByRole("button", { name: "Copy as test" }).click();
    await expect.poll(() => copied(page)).toContain('import { test } from "@call-analysis/mock/vitest"');
    expect(await copied(page)).not.toContain("control-");
  });
  await step("the next request can be held", async () => {
    await page.getByRole("button", { name: "Hold the next" }).click();
    await page.getByRole("menuitem", { name: "Until you release it" }).click();
    await page.getByText("The next createCall will be held").waitFor();
    const created = createCall(fake);
    await page.getByText("1 request is held").waitFor();
    await glanceAt(page, "journal-held");
    await page.getByRole("button", { name: "Release" }).click();
    await created;
    await page.getByRole("button", { name: "Hold the next" }).waitFor();
    await page.getByText("6 entries").waitFor();
  });
});

testWith({ journal: { maxEntries: 200 } })(
  "a journal at its limit shows the rows in view only, and goes on",
  async ({ fake, page }) => {
    const headers = { Authorization: "Bearer test-key" };
    for (let batch = 0; batch < 5; batch += 1)
      await Promise.all(Array.from({ length: 50 }, () => fetch(`${fake.url}/v1/agents`, { headers })));
    await open(page, fake, "/fake/journal");
    await page.getByText("200 entries").waitFor();
    expect(await page.getByRole("row").count()).toBeLessThan(60);
    await createCall(fake);
    await page.getByRole("link", { name: "createCall", exact: true }).waitFor();
    await page.getByText("200 entries").waitFor();
    const table = page.getByRole("table", { name: "Entries" });
    await table.evaluate((element) => element.parentElement?.scrollTo(0, element.scrollHeight));
    await page.getByRole("row").last().getByRole("link").click();
    await page.getByRole("heading", { level: 2, name: "listAgents" }).waitFor();
    await glanceAt(page, "journal-full");
  },
);

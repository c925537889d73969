import { expect, onTestFinished } from "vitest";
import { open, test, testWith } from "./support/console-test.ts";
import type { Fake } from "./support/fake.ts";
import { serveLive } from "./support/live-server.ts";
import { lookAt } from "./support/look-at.ts";
import { wav } from "./support/wav.ts";

/** Serves the console and a proxy to the fake, which takes the place of the real service, until the test has ended. */
async function liveUrl(fake: Fake): Promise<string> {
  const { url, close } = await serveLive(fake);
  onTestFinished(close);
  return url;
}

test("the theme and the shortcuts are kept, and “Forget” removes everything", async ({ fake, page }) => {
  await open(page, fake, "/settings");
  await page.locator("main").getByRole("button", { name: "Dark" }).click();
  await page.getByRole("checkbox", { name: "Shortcuts of single keys" }).uncheck();
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  expect(await page.getByRole("checkbox", { name: "Shortcuts of single keys" }).isChecked()).toBe(false);
  await page.getByRole("button", { name: "Forget", exact: true }).click();
  await page.getByRole("button", { name: "Forget everything" }).click();
  await page.getByRole("checkbox", { name: "Shortcuts of single keys", checked: true }).waitFor();
  const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  expect(kept.filter((key) => key.startsWith("call-analysis-console:"))).toEqual([]);
  await lookAt(page, "settings");
  await page.getByText("How the real service is connected").click();
  await lookAt(page, "settings-how-to");
});

test("an address that the page's policy forbids is refused, and the reason is said", async ({
  fake,
  page,
  context,
}) => {
  context.removeAllListeners("console");
  await open(page, fake, "/settings");
  await page.getByLabel("Address of the proxy").fill("calls.example.com");
  await page.getByRole("button", { name: "Connect to the real service" }).click();
  await page.getByText("begins with a slash").waitFor();
  await page.getByLabel("Address of the proxy").fill("https://calls.example.com/call-analysis");
  await page.getByRole("button", { name: "Connect to the real service" }).click();
  await page.getByText("allows no request to https://calls.example.com").waitFor();
  await lookAt(page, "settings-forbidden");
});

/** Recordings go from the page straight to the store, which is the fake's here. */
const testWithStore = testWith({ cors: true });

testWithStore(
  "through a proxy the real service is shown, and no key is in the browser",
  async ({ fake, page }) => {
    const live = await liveUrl(fake);
    await page.goto(`${live}#/settings`);
    await page.getByLabel("Address of the proxy").fill("/call-analysis");
    await page.getByRole("button", { name: "Connect to the real service" }).click();
    await page.getByRole("heading", { name: "No calls yet" }).waitFor();
    await page.getByText("live", { exact: true }).first().waitFor();
    expect(await page.getByRole("link", { name: "Journal" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "+1 min" }).count()).toBe(0);
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(kept).not.toContain("test-key");
    await page.getByRole("button", { name: "New call" }).click();
    const dialog = page.getByRole("dialog", { name: "New call" });
    await dialog
      .locator("input[type=file]")
      .setInputFiles({ name: "asha.wav", mimeType: "audio/wav", buffer: wav(30) });
    for (const name of ["Agent", "Category"]) {
      await dialog.getByRole("combobox", { name }).click();
      await page.getByRole("option").first().click();
    }
    await dialog.getByRole("button", { name: "Analyse" }).click();
    await dialog.getByText("completed").waitFor({ timeout: 60_000 });
    await dialog.getByRole("link", { name: "Open the call" }).click();
    await page.getByText("Score", { exact: true }).waitFor();
    const id = decodeURIComponent(page.url().split("/calls/")[1] ?? "");
    // A reload: the browser remembers the call, and opens it by its id.
    await page.goto(`${live}#/calls`);
    await page.reload();
    const row = page.getByRole("row").filter({ hasText: id });
    await row.getByText("completed").waitFor();
    await row.getByText(/^\d\d?(\.\d)?$/).waitFor();
    await lookAt(page, "live-calls");
    await page.goto(`${live}#/settings`);
    await page.getByLabel("Id of the call").fill(id);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByText("Score", { exact: true }).waitFor();
    for (const path of ["agents", "categories", "campaigns", "trends", "settings"]) {
      await page.goto(`${live}#/${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await lookAt(page, `live-${path}`);
    }
    await page.getByRole("button", { name: "Disconnect" }).click();
    await page.getByText("in page", { exact: true }).first().waitFor();
  },
  180_000,
);

test("a prospect is added to a campaign of the real service, which is named by its id", async ({ fake, page }) => {
  const live = await liveUrl(fake);
  const { organizations } = await fake.control<{ organizations: { campaigns: { id: string }[] }[] }>(
    "GET",
    "/organizations",
  );
  const id = organizations[0]?.campaigns[0]?.id ?? "";
  await page.goto(`${live}#/settings`);
  await page.getByLabel("Address of the proxy").fill(`${live}call-analysis/`);
  await page.getByRole("button", { name: "Connect to the real service" }).click();
  await page.getByRole("heading", { name: "No calls yet" }).waitFor();
  await page.goto(`${live}#/campaigns`);
  await page.getByLabel("Campaign id").fill(id);
  await page.getByRole("button", { name: "Use it" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Ravi Kumar");
  await page.getByLabel("Phone", { exact: true }).fill("+919812345678");
  await page.getByRole("button", { name: "Add prospect" }).click();
  await page.getByText(/^Added\./).waitFor();
});

/** The rules, and as they fit into the page. What they say and do is in `drawn/rules.ts`. */
import { expect } from "vitest";
import { open, step, test } from "../support/console-test.ts";
import { glanceAt, narrow } from "../support/look-at.ts";

test("rules of every kind are added, copied, edited, and lead to the journal and back", async ({ fake, page }) => {
  const { control, sdk } = fake;
  await page.setViewportSize(narrow);
  const [[agent], [category]] = await Promise.all([sdk.agents.list(), sdk.categories.list()]);
  await step("the menu of a narrow window has every page", async () => {
    await open(page, fake);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Rules" }).click();
    await page.getByRole("heading", { level: 1, name: "Rules" }).waitFor();
  });
  await step("every kind fits into the page", async () => {
    const sequence = [{ status: 503 }, { status: 429, retryAfter: 1 }, "pass", { body: "truncate" }];
    await control("POST", "/faults", { operation: "getCallAnalysis", sequence });
    await control("POST", "/gates", { operation: "createCall", match: { memberId: agent?.id } });
    await control("POST", "/overrides", { operation: "listAgents", status: 200, body: { data: [] }, times: 2 });
    const match = { categoryId: category?.id, udfs: { source: "web form", vip: true } };
    await control("POST", "/engine/rules", { match, complete: { score: 91 }, afterMs: 60_000 });
    await control("POST", "/faults", { latencyMs: 300, probability: 0.2, skip: 2 });
    await control("PATCH", "/rules/rule-5", { enabled: false });
    await page.getByText("switched off").waitFor();
    await page.getByText(`categoryId = ${category?.name}`).waitFor();
    await glanceAt(page, "rules-of-every-kind");
  });
  await step("a rule is copied as code", async () => {
    const row = page.getByRole("listitem").filter({ hasText: "rule-3" });
    await row.getByRole("button", { name: "Copy as" }).click();
    await page.getByRole("menuitem").first().waitFor();
    await glanceAt(page, "rules-copy-menu");
    await page.getByRole("menuitem", { name: "TypeScript" }).click();
    await page.getByText("Copied").waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain("service.seed({ rules: [");
  });
  await step("a sequence is edited as a form", async () => {
    const row = page.getByRole("listitem").filter({ hasText: "rule-1" }).first();
    await row.getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit rule-1" });
    await dialog.getByRole("group", { name: "Request 2" }).getByLabel("Retry-After in seconds").fill("7");
    await glanceAt(page, "rule-sequence");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Retry-After 7 s").waitFor();
  });
  await step("every kind has a form that fits into the page", async () => {
    for (const [id, name] of [
      ["rule-4", "end"],
      ["rule-3", "respond"],
      ["rule-5", "slow"],
    ] as const) {
      const row = page.getByRole("listitem").filter({ hasText: id });
      await row.getByRole("button", { name: "Edit" }).click();
      await page.getByRole("dialog", { name: `Edit ${id}` }).waitFor();
      await glanceAt(page, `rule-form-${name}`);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
  });
  await step("an entry of the journal names the rule that applied, and leads there", async () => {
    await sdk.agents.list();
    await page
      .getByRole("listitem")
      .filter({ hasText: "rule-3" })
      .getByRole("link", { name: "In the journal" })
      .click();
    await page.getByRole("link", { name: "listAgents", exact: true }).click();
    await page.getByText("By the rule rule-3: it gets status 200 and your own body").waitFor();
    await page.getByRole("button", { name: "Fail the next" }).click();
    await page.getByRole("menuitem").first().waitFor();
    await glanceAt(page, "journal-fail-menu");
    await page.keyboard.press("Escape");
    await glanceAt(page, "journal-by-rule");
    await page.getByRole("link", { name: "rule-3" }).click();
    await page.getByRole("listitem").filter({ hasText: "rule-3" }).waitFor();
    await glanceAt(page, "rules-pointed-out");
  });
  await step("all are removed once it is asked for", async () => {
    await page.getByRole("button", { name: "Remove all…" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Remove all 5 rules?" });
    await dialog.waitFor();
    await glanceAt(page, "rules-remove-all");
    await dialog.getByRole("button", { name: "Remove all" }).click();
    await page.getByRole("heading", { name: "No rules: every request gets its normal response" }).waitFor();
    await glanceAt(page, "rules-empty");
  });
});

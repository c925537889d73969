import type { Page } from "playwright-core";
import { expect } from "vitest";
import { open, test } from "./support/console-test.ts";
import type { Fake } from "./support/fake.ts";
import { lookAt } from "./support/look-at.ts";

const words = "Complaints about deliveries, and whatever goes with them, in the north and in the south of the country";
const unbroken = "Zahlungserinnerungsgesprächsauswertungskategorie".repeat(3);

/** Two calls of an agent and a category whose every name is long; gives the ids. */
async function longNames({ sdk, control }: Fake): Promise<{ callIds: string[]; categoryId: string }> {
  const categoryId = "cat_long";
  const section = (sectionName: string) => ({ sectionName, criterias: [{ question: `Was ${unbroken} named?` }] });
  const category = {
    id: categoryId,
    name: words,
    possibleOutcomes: [{ label: unbroken, isSuccess: true }, { label: words }],
    analysisPointers: [section(unbroken), section(words)],
    extractionFields: [{ fieldName: "long", displayName: unbroken, fieldType: "string" }],
  };
  await control("POST", "/seed", {
    categories: [category],
    agents: [{ id: "mem_long", name: words, email: "long@example.com" }],
  });
  const callIds = [];
  for (const outcomeLabel of [unbroken, words]) {
    const { callId } = await sdk.calls.create({
      memberId: "mem_long",
      categoryId,
      audio_url: `https://recordings.example.com/${unbroken}.wav`,
    });
    await control("POST", `/calls/${callId}/complete`, { outcomeLabel });
    callIds.push(callId);
  }
  return { callIds, categoryId };
}

/** The texts in the page that reach beyond the element that the selector finds around them. */
function escaping(page: Page, around: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const found = [...document.querySelectorAll("main *")].filter((element) => {
      const frame = element.closest(selector);
      const isText = [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const isHidden = element.closest(".sr-only, .truncate, [aria-hidden]") !== null;
      const { right, width } = element.getBoundingClientRect();
      return frame && isText && !isHidden && width > 0 && right > frame.getBoundingClientRect().right + 0.5;
    });
    return found.map(({ textContent }) => textContent ?? "");
  }, around);
}

test("long names leave every column of the calls in view", async ({ fake, page }) => {
  await longNames(fake);
  await open(page, fake);
  const table = page.getByRole("table", { name: "Calls" });
  await table.getByRole("row").nth(2).waitFor();
  const pixelsBeyond = await table.evaluate((element) => {
    const scroller = element.parentElement;
    return scroller ? scroller.scrollWidth - scroller.clientWidth : Number.NaN;
  });
  expect(pixelsBeyond).toBe(0);
  await lookAt(page, "calls-long-names");
});

test("long names stay inside their panels on every page", async ({ fake, page }) => {
  const { callIds, categoryId } = await longNames(fake);
  const [first, second] = callIds;
  const pages = [`/calls/${first}`, `/categories/${categoryId}`, `/compare?a=${first}&b=${second}`, "/trends"];
  for (const [index, path] of pages.entries()) {
    await open(page, fake, path);
    await page.locator("main section").first().waitFor();
    for (const width of [1_280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await escaping(page, "section"), `${path}, ${width} pixels wide`).toEqual([]);
    }
    await lookAt(page, `long-names-${index}`);
  }
});

/** Every page once: with data, with what opens above it, and with names that are too long for it. */
import type { Prospect } from "@call-analysis/sdk";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { createCall, submitCall } from "../support/calls.ts";
import { open, step, test } from "../support/console-test.ts";
import type { Fake } from "../support/fake.ts";
import { glanceAt, lookAt } from "../support/look-at.ts";

/** The organizations of the fake, with their campaigns. */
interface Organizations {
  organizations: { campaigns: { id: string }[] }[];
}

/** Adds a prospect to the first campaign. */
async function addProspect({ sdk, control }: Fake, fields: Prospect): Promise<void> {
  const [campaign] = (await control<Organizations>("GET", "/organizations")).organizations[0]?.campaigns ?? [];
  await sdk.campaigns.addProspect(campaign?.id ?? "", fields);
}

test("every page can be used by everybody, and looking around changes nothing that a client can see", async ({
  fake,
  page,
}) => {
  const { control } = fake;
  const [{ id: categoryId = "" } = {}] = await fake.sdk.categories.list();
  const category = await fake.sdk.categories.get(categoryId);
  const callId = await createCall(fake);
  const first = await submitCall(fake, { filename: "first.wav" });
  await control("POST", `/calls/${first}/complete`, { score: 90 });
  // The scores of several days are a line.
  await control("POST", "/clock/advance", { ms: 3 * 86_400_000 });
  const second = await submitCall(fake, { filename: "second.wav" });
  await control("POST", `/calls/${second}/complete`, { score: 40 });
  await addProspect(fake, { name: "Ravi Kumar", phone: "+919812345678", city: "Pune" });
  await control("POST", "/faults", { status: 503, times: 3 });
  await control("POST", "/gates", { operation: "getCategory" });
  await control("POST", "/engine/rules", { match: {}, complete: { score: 91 } });
  const traces = async () => ({
    calls: await control("GET", "/calls"),
    rules: await control("GET", "/rules"),
    journal: await control("GET", "/journal"),
  });
  const before = await traces();
  const main = page.locator("main");
  const dialog = page.getByRole("dialog");
  const confirmation = page.getByRole("alertdialog").getByRole("button", { name: "Delete" });
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  /** A name, the page's address, what it shows when it is ready, and what is opened on it first. */
  const pages: [name: string, path: string, ready: Locator, prepare?: () => Promise<void>][] = [
    ["calls", "/calls", page.getByRole("row").filter({ hasText: callId })],
    [
      "new-call",
      "/calls",
      dialog.getByRole("combobox", { name: "Category", exact: true }),
      async () => {
        await button("New call").click();
        await dialog.getByRole("combobox", { name: "Agent", exact: true }).click();
        await page.getByRole("option").first().waitFor();
        await page.keyboard.press("Escape");
        await page.getByRole("option").first().waitFor({ state: "detached" });
      },
    ],
    ["scorecard-unfinished", `/calls/${callId}`, page.getByText("There is no analysis yet")],
    ["scorecard", `/calls/${first}`, page.getByRole("button", { name: "Play", exact: true, disabled: false })],
    ["agents", "/agents", page.getByText("4 agents")],
    ["agent-form", "/agents", dialog.getByLabel("Full name"), () => button("New agent").click()],
    [
      "agent-delete",
      "/agents",
      confirmation,
      () =>
        button(/^Delete /)
          .first()
          .click(),
    ],
    ["categories", "/categories", main.getByText(category.name)],
    ["category", `/categories/${categoryId}`, main.getByText(category.possibleOutcomes[0]?.label ?? "").first()],
    ["campaigns", "/campaigns", page.getByRole("row").filter({ hasText: "Ravi Kumar" })],
    ["journal", "/fake/journal", main.getByText("entries")],
    [
      "journal-entry",
      "/fake/journal",
      page.getByRole("article"),
      () => page.getByRole("link", { name: "createCall", exact: true }).first().click(),
    ],
    ["rules", "/fake/rules", page.getByRole("menu"), () => button("Copy as").first().click()],
    [
      "rule-form",
      "/fake/rules",
      dialog.getByRole("group", { name: "Request 1" }),
      async () => {
        await button("Add a rule").click();
        await button("Only requests with a field…").click();
        await dialog.getByLabel("What happens").selectOption("sequence");
      },
    ],
    ["state", "/fake/state", main.getByText("Demo organization")],
    [
      "trends",
      "/trends",
      page.getByRole("list", { name: /^Calls: / }),
      async () => {
        await page.getByText("Show the averages of each").click();
        await page.getByRole("table", { name: "Criteria" }).locator("tbody button").first().click();
      },
    ],
    [
      "menu",
      "/trends",
      dialog.getByRole("link", { name: "Journal" }),
      async () => {
        await page.setViewportSize({ width: 390, height: 844 });
        await button("Menu").click();
      },
    ],
  ];
  for (const [name, path, ready, prepare] of pages) {
    await step(`“${name}” can be used by everybody`, async () => {
      await open(page, fake, path);
      await prepare?.();
      await ready.waitFor();
      // What is around every page is seen once.
      await lookAt(page, name, { isOfOneWidth: name === "calls" });
      // What stands before every page would stand before the next one too.
      if (prepare) await page.keyboard.press("Escape");
    });
  }
  expect(await traces(), "looking around changes nothing that a client can see").toEqual(before);
});

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

test("long names leave every column in view, and stay inside their panels on every page", async ({ fake, page }) => {
  const { callIds, categoryId } = await longNames(fake);
  const [first] = callIds;
  await open(page, fake);
  await step("every column of the calls is in view", async () => {
    const table = page.getByRole("table", { name: "Calls" });
    await table.getByRole("row").nth(2).waitFor();
    const pixelsBeyond = await table.evaluate((element) => {
      const scroller = element.parentElement;
      return scroller ? scroller.scrollWidth - scroller.clientWidth : Number.NaN;
    });
    expect(pixelsBeyond).toBe(0);
    await glanceAt(page, "calls-long-names");
  });
  const pages = [`/calls/${first}`, `/categories/${categoryId}`, "/trends"];
  for (const [index, path] of pages.entries()) {
    await step(`long names stay inside the panels of ${path}`, async () => {
      await open(page, fake, path);
      await page.locator("main section").first().waitFor();
      for (const width of [1_280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        expect(await escaping(page, "section"), `${path}, ${width} pixels wide`).toEqual([]);
      }
      await glanceAt(page, `long-names-${index}`);
    });
  }
});

/** So many words, some of them in quotation marks. */
function wordsOf(count: number): string {
  const some = ["The", "agent", "said", "“nothing”", "about", "the", '"delivery",', "and", "didn’t", "ask."];
  return Array.from({ length: count }, (_, index) => some[index % some.length]).join(" ");
}

/** Whether all of what an element holds is in view, and not cut off by the element itself. */
function isWhole(text: Locator): Promise<boolean> {
  return text.evaluate(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      scrollWidth <= clientWidth && scrollHeight <= clientHeight && clientHeight > 0,
  );
}

test("long texts are whole on the page of a call, and a table folds them", async ({ fake, page }) => {
  const { sdk, control } = fake;
  const paragraphs = `${wordsOf(40)}\n\n${wordsOf(40)}`;
  const section = {
    id: "sec_long",
    sectionName: "Opening",
    criterias: [{ id: "crit_long", question: "Was it kind?" }],
  };
  await control("POST", "/seed", {
    categories: [
      {
        id: "cat_long",
        name: "Long texts",
        possibleOutcomes: [{ label: "Said", isSuccess: true, summary: [wordsOf(150)] }],
        analysisPointers: [section],
      },
    ],
  });
  const [agent] = await sdk.agents.list();
  const [{ sectionId, criterias } = { sectionId: "", criterias: [] }] = (await sdk.categories.get("cat_long"))
    .analysisPointers;
  const { callId } = await sdk.calls.create({
    memberId: agent?.id ?? "",
    categoryId: "cat_long",
    audio_url: "https://recordings.example.com/long.wav",
  });
  await control("POST", `/calls/${callId}/complete`, {
    outcomeLabel: "Said",
    outcomeRationale: paragraphs,
    sections: [{ sectionId, criterias: [{ criteriaId: criterias[0]?.criteriaId, rationale: paragraphs }] }],
  });
  const remark = wordsOf(80);
  await addProspect(fake, { name: "Ravi Kumar", phone: "+919812345678", remark });
  await addProspect(fake, { name: "Nadia Okafor", phone: "+919812345679", city: "Pune" });
  for (const width of [1_280, 640, 390]) {
    await page.setViewportSize({ width, height: width === 640 ? 400 : 844 });
    await step(`a call has its texts whole, ${width} pixels wide`, async () => {
      await open(page, fake, `/calls/${callId}`);
      const texts = page.locator("main p", { hasText: "“nothing”" });
      await expect.poll(() => texts.allInnerTexts()).toEqual(expect.arrayContaining([paragraphs, wordsOf(150)]));
      expect(await texts.count()).toBe(3);
      for (const text of await texts.all()) expect(await isWhole(text)).toBe(true);
      await glanceAt(page, `long-texts-${width}`);
    });
    await step(`the table of prospects folds a long text, ${width} pixels wide`, async () => {
      await open(page, fake, "/campaigns");
      const row = page.getByRole("row").filter({ hasText: "Ravi Kumar" });
      const text = row.getByText("remark: ");
      await text.waitFor();
      expect(await isWhole(text)).toBe(false);
      await row.getByRole("button", { name: "Show more" }).click();
      await expect.poll(() => isWhole(text)).toBe(true);
      await row.getByRole("button", { name: "Show less" }).waitFor();
      expect(await text.textContent()).toBe(`remark: ${JSON.stringify(remark)}`);
      const short = page.getByRole("row").filter({ hasText: "Nadia Okafor" });
      expect(await isWhole(short.getByText('city: "Pune"'))).toBe(true);
      expect(await short.getByRole("button").count()).toBe(0);
      await glanceAt(page, `prospects-unfolded-${width}`);
    });
  }
  await step("what unfolds can be used by everybody", () => lookAt(page, "prospects-unfolded"));
});

/** Trends in a browser: what charts say and where they end, and the criterion that is missed most. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { open, step, testWith } from "./support/console-test.ts";
import type { Fake } from "./support/fake.ts";
import { glanceAt } from "./support/look-at.ts";

const test = testWith({ clock: { startAt: "2026-10-05T09:00:00.000Z" } });

const dayMs = 86_400_000;

/** A call that is completed now. */
async function analysed({ sdk, control }: Fake, { agent, score }: { agent: number; score: number }): Promise<void> {
  const [agents, [category]] = await Promise.all([sdk.agents.list(), sdk.categories.list()]);
  const people = { memberId: agents[agent]?.id ?? "", categoryId: category?.id ?? "" };
  const { callId } = await sdk.calls.create({ ...people, audio_url: `https://example.com/${agent}-${score}.wav` });
  await control("POST", `/calls/${callId}/complete`, { score });
}

/** The labels below a chart that can be seen, and whether they are inside the window. */
function axisLabels(page: Page, chart: string) {
  return page
    .getByRole("group", { name: chart })
    .locator("xpath=../following-sibling::*[1]/span")
    .evaluateAll((labels) =>
      labels
        .filter((label) => getComputedStyle(label).display !== "none")
        .map((label) => {
          const { left, right } = label.getBoundingClientRect();
          const frame = label.closest("section")?.getBoundingClientRect();
          const isInside = frame !== undefined && left >= frame.left && right <= frame.right;
          return { text: label.textContent, isInside, left, right };
        }),
    );
}

/** Expects that every label can be read: it is inside the window, there once, and touches no other. */
async function expectReadable(page: Page, chart: string): Promise<void> {
  const labels = await axisLabels(page, chart);
  expect(labels.length).toBeGreaterThan(1);
  expect(new Set(labels.map(({ text }) => text)).size, chart).toBe(labels.length);
  expect(
    labels.filter(
      ({ isInside }, index) =>
        !isInside || labels.slice(0, index).some(({ right }) => right > (labels[index]?.left ?? 0)),
    ),
  ).toEqual([]);
}

test("the first call is a value, later ones are a line, and the criterion missed most leads to its calls", async ({
  fake,
  page,
}) => {
  await analysed(fake, { agent: 0, score: 87.5 });
  await step("one call is a value", async () => {
    await open(page, fake, "/trends");
    await page.getByText(/2026, 1 call/).waitFor();
    await page.getByText("A line appears with the calls of another day.").waitFor();
    await page.getByRole("table", { name: "Criteria" }).waitFor();
    await glanceAt(page, "trends-one-call");
  });
  await step("each point has a value for the keyboard, and no label is cut off or there twice", async () => {
    for (const [days, agent, score] of [
      [3, 1, 40],
      [4, 1, 35],
      [6, 2, 62],
      [12, 0, 91],
      [9, 3, 12],
      [7, 1, 30],
    ] as const) {
      await fake.control("POST", "/clock/advance", { ms: days * dayMs });
      await analysed(fake, { agent, score });
    }
    await page.reload();
    const points = page.getByRole("group", { name: "Scores over time" }).getByRole("button");
    await expect.poll(() => points.count()).toBeGreaterThan(5);
    await points.first().focus();
    await page.keyboard.press("ArrowRight");
    const text = await points.nth(1).getAttribute("aria-label");
    expect(text).toMatch(/2026.*: \d+(\.\d)?, 1 call$/);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(text);
    await points
      .nth(1)
      .getByText(text ?? "")
      .waitFor();
    for (const chart of ["Scores over time", "Distribution"]) await expectReadable(page, chart);
    await glanceAt(page, "trends-line");
  });
  await step("years are named where they differ", async () => {
    await fake.control("POST", "/clock/advance", { ms: 90 * dayMs });
    await analysed(fake, { agent: 2, score: 77 });
    await expect
      .poll(async () => (await axisLabels(page, "Scores over time")).map(({ text }) => text).join())
      .toMatch(/2026.*2027/);
    for (const width of [1_280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await expectReadable(page, "Scores over time");
    }
    await page.setViewportSize({ width: 1_280, height: 800 });
  });
  await step("the criterion that is missed most leads to the calls that missed it", async () => {
    const table = page.getByRole("table", { name: "Criteria" });
    const shares = await table.locator("tbody tr td:nth-child(2)").allTextContents();
    const numbers = shares.map((share) => Number.parseInt(share, 10)).filter((share) => !Number.isNaN(share));
    expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));
    expect(numbers[0]).toBeGreaterThan(0);
    await table.getByRole("button", { name: "Calls" }).click();
    expect(page.url()).toContain("criteria=-count");
    await table.getByRole("button", { name: "Missed", exact: true }).click();
    const question = table.locator("tbody button").first();
    const name = (await question.textContent()) ?? "";
    await question.click();
    const calls = page.getByRole("list", { name: `Calls: ${name}` });
    await calls.getByRole("listitem").first().waitFor();
    expect(page.url()).toContain("criterion=");
    await glanceAt(page, "trends-criterion");
    await calls.getByRole("link").first().click();
    await page.getByRole("heading", { level: 1, name: /\.wav$/ }).waitFor();
    await page.getByText(name).first().waitFor();
  });
});

import { expect } from "vitest";
import { open, test } from "./support/console-test.ts";
import { lookAt } from "./support/look-at.ts";

test("a category's whole configuration can be read", async ({ fake, page }) => {
  const [{ id = "" } = {}] = await fake.sdk.categories.list();
  const category = await fake.sdk.categories.get(id);
  await open(page, fake, "/categories");
  await lookAt(page, "categories");
  await page.getByRole("link", { name: category.name }).click();
  await page.getByRole("heading", { level: 1, name: category.name }).waitFor();
  await page.getByText(category.extractionFields[0]?.fieldName ?? "", { exact: true }).waitFor();
  const text = (await page.locator("main").textContent()) ?? "";
  const parts = [
    category.intendedPurpose,
    category.additionalLLMContext,
    ...category.analysisPointers.flatMap(({ sectionName, criterias }) => [
      sectionName,
      ...criterias.map(({ question }) => question),
    ]),
    ...category.possibleOutcomes.flatMap(({ label, description }) => [label, description]),
    ...category.extractionFields.flatMap(({ displayName, description }) => [displayName, description]),
    ...category.tagTargets.map(({ slug }) => slug),
  ];
  for (const part of parts) expect(text).toContain(part);
  await lookAt(page, "category");
});

test("fields that the specification does not have are shown as they are, and markup is text", async ({
  fake,
  page,
}) => {
  const [{ id = "" } = {}] = await fake.sdk.categories.list();
  const category = await fake.sdk.categories.get(id);
  const hostile = '<img src=x onerror="document.title=1">';
  const data = { ...category, name: hostile, retention: { days: 30, note: hostile } };
  await page.route(`**/__mock__/view/v1/categories/${id}`, (route) => route.fulfill({ json: { data } }));
  await open(page, fake, `/categories/${id}`);
  await page.getByRole("heading", { level: 1, name: hostile }).waitFor();
  await page.getByRole("heading", { name: "Other fields" }).waitFor();
  await page.getByText("retention", { exact: true }).waitFor();
  expect(await page.locator("main img").count()).toBe(0);
  await lookAt(page, "category-unknown-fields");
});

test("an id that no category has gives an error that can be retried", async ({ fake, page }) => {
  await open(page, fake, "/categories/nowhere");
  await page.getByRole("alert").getByText("NotFoundError").waitFor();
  await page.getByRole("button", { name: "Retry" }).waitFor();
});

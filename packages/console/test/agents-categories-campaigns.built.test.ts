/** What an organization has: agents, categories, campaigns. */
import { expect } from "vitest";
import { open, test } from "./support/console-test.ts";
import type { Fake } from "./support/fake.ts";
import { glanceAt, lookAt } from "./support/look-at.ts";

test("an agent is created, renamed and deleted", async ({ fake, page }) => {
  await open(page, fake, "/agents");
  await page.getByRole("button", { name: "New agent" }).click();
  await page.getByLabel("Full name").fill("Nadia <b>Okafor</b>");
  await page.getByLabel("E-mail").fill("nadia@example.com");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("link", { name: "Nadia <b>Okafor</b>" }).waitFor();
  await lookAt(page, "agents");
  await page.getByRole("button", { name: "Change Nadia <b>Okafor</b>" }).click();
  await page.getByLabel("Full name").fill("Nadia Okafor");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Nadia Okafor" }).waitFor();
  await page.getByRole("button", { name: "Delete Nadia Okafor" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Nadia Okafor?" });
  await dialog.waitFor();
  await glanceAt(page, "agents-delete");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("link", { name: "Nadia Okafor" }).waitFor({ state: "detached" });
  expect((await fake.sdk.agents.list()).map(({ email }) => email)).not.toContain("nadia@example.com");
});

test("what the service refuses about a field is shown at that field", async ({ fake, page }) => {
  const [agent] = await fake.sdk.agents.list();
  await open(page, fake, "/agents");
  await page.getByRole("button", { name: "New agent" }).click();
  await page.getByRole("button", { name: "Create" }).click();
  const dialog = page.getByRole("dialog", { name: "New agent" });
  await dialog.getByText("Write the agent's full name.").waitFor();
  await dialog.getByLabel("Full name").fill("Somebody Else");
  await dialog.getByLabel("E-mail").fill("nowhere");
  await dialog.getByText("This is no e-mail address.").waitFor();
  await dialog.getByLabel("E-mail").fill(agent?.email ?? "");
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.getByRole("alert").getByText("The service refused it").waitFor();
  expect(await dialog.getByLabel("E-mail").getAttribute("aria-invalid")).toBe("true");
  await lookAt(page, "agents-conflict");
});

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
  await glanceAt(page, "category-unknown-fields");
});

const badRows = [7, 60, 61, 90, 120];

/** 150 rows of a file, of which five are bad. Row 1 is the heading. */
function csvOf150(): Buffer {
  const rows = Array.from({ length: 150 }, (_, index) => {
    const row = index + 2;
    const name = row === 7 ? "" : `Person ${row} <b>bold</b>`;
    const phone = `+9198${String(10_000_000 + row)}`;
    if (row === 60) return `${name},not a phone,Pune`;
    if (row === 61) return `${name},9.1981E+11,Pune`;
    if (row === 90) return `${name},${`+9198${10_000_002}`},Pune`;
    if (row === 120) return `${name},,Pune`;
    return `"${name}",${phone},"Pune, IN"`;
  });
  return Buffer.from(["Name,Phone,city", ...rows].join("\r\n"));
}

/** How many requests to add a prospect the fake has had. */
async function sentCount({ control }: Fake): Promise<number> {
  const { entries } = await control<{ entries: object[] }>("GET", "/journal?operation=addProspect&bodies=none");
  return entries.length;
}

test("one prospect is added with a further field", async ({ fake, page }) => {
  await open(page, fake, "/campaigns");
  await page.getByRole("button", { name: "Add prospect" }).click();
  await page.getByText("Write the prospect's name.").waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Ravi Kumar");
  await page.getByLabel("Phone", { exact: true }).fill("+919812345678");
  await page.getByRole("button", { name: "Add a field" }).click();
  await page.getByLabel("Name of field 1").fill("city");
  await page.getByLabel("Value of field 1").fill("Pune");
  await lookAt(page, "campaigns");
  await page.getByRole("button", { name: "Add prospect" }).click();
  await page.getByText(/^Added\./).waitFor();
  const { entries } = await fake.control<{ entries: { requestBody: unknown }[] }>(
    "GET",
    "/journal?operation=addProspect",
  );
  expect(JSON.stringify(entries)).toContain("Pune");
});

test("of a CSV with 150 rows the preview names the bad ones, and the others are sent once each", async ({
  fake,
  page,
}) => {
  const file = { name: "people.csv", mimeType: "text/csv", buffer: csvOf150() };
  await open(page, fake, "/campaigns");
  await page.locator("input[type=file]").setInputFiles(file);
  const preview = page.getByRole("table", { name: "Preview" });
  await preview.waitFor();
  await page.getByText(`rows ${badRows.join(", ")}`).waitFor();
  for (const text of [
    "The name is missing.",
    "no phone: not a phone",
    "cut the phone short",
    "Row 2 has the same phone",
    "The phone is missing.",
  ])
    await preview.getByText(text).waitFor();
  await lookAt(page, "campaigns-preview");
  await page.getByRole("button", { name: "Send 145 prospects" }).click();
  await page.getByRole("progressbar", { name: "Sending" }).waitFor();
  await page.getByText("145 added").waitFor({ timeout: 60_000 });
  expect(await sentCount(fake)).toBe(145);
  await glanceAt(page, "campaigns-sent");
  // The same file once more: everything is known.
  await page.getByRole("button", { name: "Remove the file" }).click();
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByText("145 added").waitFor();
  expect(await page.getByRole("button", { name: "Nothing left to send" }).isDisabled()).toBe(true);
  expect(await sentCount(fake)).toBe(145);
}, 120_000);

test("a prospect without a usable response is uncertain, and is never sent again", async ({ fake, page }) => {
  const file = {
    name: "three.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("phone;name\n98111;A\n98222;B\n98333;C\n"),
  };
  await fake.control("POST", "/faults", { operation: "addProspect", status: 503, times: 1 });
  await open(page, fake, "/campaigns");
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByRole("button", { name: "Send 3 prospects" }).click();
  await page.getByText("1 prospect is uncertain").waitFor();
  await page.getByText("2 added").waitFor();
  await lookAt(page, "campaigns-uncertain");
  await page.reload();
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByText("1 prospect is uncertain").waitFor();
  expect(await page.getByRole("button", { name: "Nothing left to send" }).isDisabled()).toBe(true);
  expect(await sentCount(fake)).toBe(3);
});

test("what concerns every prospect stops the sending, which goes on when asked", async ({ fake, page }) => {
  const rows = Array.from({ length: 40 }, (_, index) => `Person ${index},98${1_000 + index}`);
  const buffer = Buffer.from(["name,phone", ...rows].join("\n"));
  await fake.control("POST", "/faults", { operation: "addProspect", status: 403, times: 4 });
  await open(page, fake, "/campaigns");
  await page.locator("input[type=file]").setInputFiles({ name: "forty.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Send 40 prospects" }).click();
  await page.getByRole("alert").getByText("PermissionDeniedError").waitFor();
  await page.getByRole("button", { name: /^Send the other \d+ prospects$/ }).click();
  await page.getByText("40 added").waitFor({ timeout: 30_000 });
});

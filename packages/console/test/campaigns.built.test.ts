import { expect } from "vitest";
import { open, test } from "./support/console-test.ts";
import type { Fake } from "./support/fake.ts";
import { lookAt } from "./support/look-at.ts";

const badRows = [7, 120, 121, 300, 450];

/** 500 rows of a file, of which five are bad. Row 1 is the heading. */
function csvOf500(): Buffer {
  const rows = Array.from({ length: 500 }, (_, index) => {
    const row = index + 2;
    const name = row === 7 ? "" : `Person ${row} <b>bold</b>`;
    const phone = `+9198${String(10_000_000 + row)}`;
    if (row === 120) return `${name},not a phone,Pune`;
    if (row === 121) return `${name},9.1981E+11,Pune`;
    if (row === 300) return `${name},${`+9198${10_000_002}`},Pune`;
    if (row === 450) return `${name},,Pune`;
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

test("of a CSV with 500 rows the preview names the bad ones, and the others are sent once each", async ({
  fake,
  page,
}) => {
  const file = { name: "people.csv", mimeType: "text/csv", buffer: csvOf500() };
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
  await page.getByRole("button", { name: "Send 495 prospects" }).click();
  await page.getByRole("progressbar", { name: "Sending" }).waitFor();
  await page.getByText("495 added").waitFor({ timeout: 60_000 });
  expect(await sentCount(fake)).toBe(495);
  await lookAt(page, "campaigns-sent");
  // The same file once more: everything is known.
  await page.getByRole("button", { name: "Remove the file" }).click();
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByText("495 added").waitFor();
  expect(await page.getByRole("button", { name: "Nothing left to send" }).isDisabled()).toBe(true);
  expect(await sentCount(fake)).toBe(495);
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

test("a file that has other columns is refused, and what it has is said", async ({ fake, page }) => {
  await open(page, fake, "/campaigns");
  const buffer = Buffer.from("first,mobile\nRavi,98111\n");
  await page.locator("input[type=file]").setInputFiles({ name: "wrong.csv", mimeType: "text/csv", buffer });
  await page.getByRole("alert").getByText("lacks “name” and “phone”. It has “first”, “mobile”.").waitFor();
});

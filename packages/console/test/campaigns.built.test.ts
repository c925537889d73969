/** Campaigns in a browser, which keeps what was sent. What else they do is in `drawn/agents-and-campaigns.ts`. */
import { expect } from "vitest";
import { open, step, test } from "./support/console-test.ts";
import type { Fake } from "./support/fake.ts";
import { glanceAt } from "./support/look-at.ts";

const badRows = [7, 30, 31, 40, 50];

/** 60 rows of a file, of which five are bad. Row 1 is the heading. */
function csvOf60(): Buffer {
  const rows = Array.from({ length: 60 }, (_, index) => {
    const row = index + 2;
    const name = row === 7 ? "" : `Person ${row} <b>bold</b>`;
    const phone = `+9198${String(10_000_000 + row)}`;
    if (row === 30) return `${name},not a phone,Pune`;
    if (row === 31) return `${name},9.1981E+11,Pune`;
    if (row === 40) return `${name},${`+9198${10_000_002}`},Pune`;
    if (row === 50) return `${name},,Pune`;
    return `"${name}",${phone},"Pune, IN"`;
  });
  return Buffer.from(["Name,Phone,city", ...rows].join("\r\n"));
}

/** How many requests to add a prospect the fake has had. */
async function sentCount({ control }: Fake): Promise<number> {
  const { entries } = await control<{ entries: object[] }>("GET", "/journal?operation=addProspect&bodies=none");
  return entries.length;
}

test("of a CSV the preview names the bad rows, and the others are sent once each", async ({ fake, page }) => {
  const file = { name: "people.csv", mimeType: "text/csv", buffer: csvOf60() };
  const choose = () => page.locator("input[type=file]").setInputFiles(file);
  await fake.control("POST", "/faults", { operation: "addProspect", status: 503, skip: 3, times: 1 });
  await open(page, fake, "/campaigns");
  await choose();
  await step("the preview says what is wrong with each bad row", async () => {
    const preview = page.getByRole("table", { name: "Preview" });
    await page.getByText(`rows ${badRows.join(", ")}`).waitFor();
    for (const text of [
      "The name is missing.",
      "no phone: not a phone",
      "cut the phone short",
      "Row 2 has the same phone",
      "The phone is missing.",
    ])
      await preview.getByText(text).waitFor();
    await glanceAt(page, "campaigns-preview");
  });
  await step("each good row is sent once, and one without a usable response is uncertain", async () => {
    await page.getByRole("button", { name: "Send 55 prospects" }).click();
    await page.getByRole("progressbar", { name: "Sending" }).waitFor();
    await page.getByText("54 added").waitFor();
    await page.getByText("1 prospect is uncertain").waitFor();
    expect(await sentCount(fake)).toBe(55);
    await glanceAt(page, "campaigns-uncertain");
  });
  await step("nothing of the same file is sent again, also after a reload", async () => {
    await page.getByRole("button", { name: "Remove the file" }).click();
    await choose();
    await page.getByText("54 added").waitFor();
    await page.reload();
    await choose();
    await page.getByText("54 added").waitFor();
    await page.getByText("1 prospect is uncertain").waitFor();
    expect(await page.getByRole("button", { name: "Nothing left to send" }).isDisabled()).toBe(true);
    expect(await sentCount(fake)).toBe(55);
  });
});

/** What an organization has: agents, categories, campaigns. */
import { expect } from "vitest";
import { open, step, test } from "./support/console-test.ts";
import type { Fake } from "./support/fake.ts";
import { glanceAt, lookAt } from "./support/look-at.ts";

test("an agent is created with what the service takes, renamed and deleted", async ({ fake, page }) => {
  const [known] = await fake.sdk.agents.list();
  await open(page, fake, "/agents");
  await page.getByRole("button", { name: "New agent" }).click();
  const form = page.getByRole("dialog", { name: "New agent" });
  const email = form.getByLabel("E-mail");
  await step("what is wrong with a field is said at that field", async () => {
    await form.getByRole("button", { name: "Create" }).click();
    await form.getByText("Write the agent's full name.").waitFor();
    await form.getByLabel("Full name").fill("Nadia <b>Okafor</b>");
    await email.fill("nowhere");
    await form.getByText("This is no e-mail address.").waitFor();
    await email.fill(known?.email ?? "");
    await form.getByRole("button", { name: "Create" }).click();
    await form.getByRole("alert").getByText("The service refused it").waitFor();
    expect(await email.getAttribute("aria-invalid")).toBe("true");
    await lookAt(page, "agents-conflict");
  });
  await step(
    "while the service has not answered, Escape does nothing, and stopping says what nobody knows",
    async () => {
      const { id } = await fake.control<{ id: string }>("POST", "/gates", { operation: "createAgent" });
      // Whether the stopped request creates the agent depends on which reaches the fake first.
      await form.getByLabel("Full name").fill("Nobody knows");
      await email.fill("held@example.com");
      await form.getByRole("button", { name: "Create" }).click();
      await form.getByText("Waiting for the response…").waitFor();
      await glanceAt(page, "agents-waiting");
      await page.keyboard.press("Escape");
      await form.getByRole("button", { name: "Stop waiting" }).click();
      await form.getByText("may have been done all the same").waitFor();
      await glanceAt(page, "agents-stopped");
      await fake.control("DELETE", `/gates/${id}`);
    },
  );
  await step("a name is shown as it is, and can be changed", async () => {
    await form.getByLabel("Full name").fill("Nadia <b>Okafor</b>");
    await email.fill("nadia@example.com");
    await form.getByRole("button", { name: "Create" }).click();
    await page.getByRole("link", { name: "Nadia <b>Okafor</b>" }).waitFor();
    await page.getByRole("button", { name: "Change Nadia <b>Okafor</b>" }).click();
    await page.getByLabel("Full name").fill("Nadia Okafor");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: "Nadia Okafor" }).waitFor();
  });
  await step("an agent is deleted once that is confirmed", async () => {
    await page.getByRole("button", { name: "Delete Nadia Okafor" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete Nadia Okafor?" });
    await dialog.waitFor();
    await lookAt(page, "agents-delete");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("link", { name: "Nadia Okafor" }).waitFor({ state: "detached" });
    expect((await fake.sdk.agents.list()).map((agent) => agent.email)).not.toContain("nadia@example.com");
  });
});

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
    await lookAt(page, "campaigns-preview");
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

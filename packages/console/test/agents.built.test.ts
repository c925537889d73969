import { expect } from "vitest";
import { open, test, testWith } from "./support/console-test.ts";
import { lookAt } from "./support/look-at.ts";

const empty = testWith({ scenario: "empty" });

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
  await lookAt(page, "agents-delete");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("link", { name: "Nadia Okafor" }).waitFor({ state: "detached" });
  expect((await fake.sdk.agents.list()).map(({ email }) => email)).not.toContain("nadia@example.com");
});

test("a message covers neither the clock's buttons nor the page's, also in a narrow window", async ({ fake, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, fake, "/agents");
  await page.getByRole("button", { name: "New agent" }).click();
  await page.getByLabel("Full name").fill("Nadia Okafor");
  await page.getByLabel("E-mail").fill("nadia@example.com");
  await page.getByRole("button", { name: "Create" }).click();
  const message = page.getByRole("dialog", { name: "Nadia Okafor is created" });
  await message.waitFor();
  // A trial click goes through the checks of a click: one of them is that nothing covers the button.
  for (const name of ["+1 s", "Reset clock", "New agent"])
    await page.getByRole("button", { name }).click({ trial: true });
  expect(await message.isVisible()).toBe(true);
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

test("an error that is about no field says its class and status", async ({ fake, page }) => {
  await open(page, fake, "/agents");
  await fake.control("POST", "/faults", { operation: "createAgent", status: 503 });
  await page.getByRole("button", { name: "New agent" }).click();
  await page.getByLabel("Full name").fill("Nadia Okafor");
  await page.getByLabel("E-mail").fill("nadia@example.com");
  await page.getByRole("button", { name: "Create" }).click();
  const alert = page.getByRole("alert");
  await alert.getByText("ServerError").waitFor();
  expect(await alert.textContent()).toContain("503");
});

empty("without agents, the page says the next step", async ({ fake, page }) => {
  await open(page, fake, "/agents");
  await page.getByRole("heading", { name: "No agents yet" }).waitFor();
  await lookAt(page, "agents-empty");
});

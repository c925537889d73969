/** A new call over the connection of a browser. What the list of calls draws and saves is in `drawn/calls.ts`. */
import { expect } from "vitest";
import { open, test } from "../support/console-test.ts";
import { analyse } from "../support/new-call.ts";

test("a browser sends a new call once, whatever becomes of its connection", async ({ fake, page }) => {
  await open(page, fake);
  for (const fault of [
    { network: "error", when: "after" },
    { network: "reset", when: "after" },
  ]) {
    await fake.control("POST", "/reset");
    await fake.control("POST", "/faults", { operation: "createCall", times: 1, ...fault });
    const dialog = await analyse(page);
    await dialog.getByText("Not certain whether the call was created").waitFor();
    // Without a status: it had no response.
    expect(await dialog.getByRole("alert").textContent()).toMatch(/SubmissionUncertainError$/);
    await dialog.getByRole("link", { name: "the request in the journal" }).click();
    await page.getByRole("link", { name: "createCall", exact: true }).first().waitFor();
    expect(await page.getByRole("link", { name: "createCall", exact: true }).count()).toBe(1);
    await open(page, fake);
    await page.getByText("1 call", { exact: true }).waitFor();
  }
});

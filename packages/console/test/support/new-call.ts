/** Filling in the dialog "New call" as a person does. */
import type { Locator, Page } from "playwright-core";
import { wav } from "./wav.ts";

/** Opens the dialog, chooses a recording, and starts the analysis for the agent and the category that a fake suggests. */
export async function analyse(page: Page, { filename = "asha.wav", seconds = 2 } = {}): Promise<Locator> {
  await page.getByRole("button", { name: "New call" }).click();
  const dialog = page.getByRole("dialog", { name: "New call" });
  const buffer = wav(seconds);
  await dialog.locator("input[type=file]").setInputFiles({ name: filename, mimeType: "audio/wav", buffer });
  await dialog.getByRole("button", { name: "Analyse" }).click();
  return dialog;
}

/** Chooses an agent by looking and a category by typing, where none is suggested. */
export async function chooseBoth(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole("combobox", { name: "Agent", exact: true }).click();
  await page.getByRole("option").first().click();
  await dialog.getByRole("combobox", { name: "Category", exact: true }).fill("Sales");
  await page.getByRole("option").first().click();
}

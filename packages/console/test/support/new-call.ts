/** Filling in the dialog "New call" as a person does. */
import type { Page } from "playwright-core";
import { wav } from "./wav.ts";

/** Opens the dialog, chooses a recording, the first agent and the first category, and starts the analysis. */
export async function analyse(page: Page, { filename = "asha.wav", seconds = 5 } = {}): Promise<void> {
  await page.getByRole("button", { name: "New call" }).click();
  const dialog = page.getByRole("dialog", { name: "New call" });
  const buffer = wav(seconds);
  await dialog.locator("input[type=file]").setInputFiles({ name: filename, mimeType: "audio/wav", buffer });
  for (const name of ["Agent", "Category"]) {
    await dialog.getByRole("combobox", { name }).click();
    await page.getByRole("option").first().click();
  }
  await dialog.getByRole("button", { name: "Analyse" }).click();
}

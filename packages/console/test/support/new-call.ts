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

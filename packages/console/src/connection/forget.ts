/** Removes everything that this browser keeps of the console. */
import { keptPrefix } from "../ui/browser-setting.ts";
import { clearDatabase } from "./database.ts";

const marker = `${keptPrefix}forget`;

/**
 * Forgets what is kept, and loads the page anew. The database is cleared when nothing of the old page can write into it
 * any more.
 */
export function forgetEverything(): void {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) if (key.startsWith(keptPrefix)) storage.removeItem(key);
  }
  sessionStorage.setItem(marker, "yes");
  location.reload();
}

/** Ends what {@link forgetEverything} began. Called before anything else is read. */
export async function finishForgetting(): Promise<void> {
  if (sessionStorage.getItem(marker) === null) return;
  // Once more: the page that was left may have stored what it was doing.
  for (const key of Object.keys(localStorage)) if (key.startsWith(keptPrefix)) localStorage.removeItem(key);
  await clearDatabase();
  sessionStorage.removeItem(marker);
}

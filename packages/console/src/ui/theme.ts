/** Light, dark, or as the system has it. */
import { BrowserSetting } from "./browser-setting.ts";
import { Store, useStore } from "./store.ts";

export type ThemeChoice = "system" | "light" | "dark";

export const themeSetting = new BrowserSetting<ThemeChoice>("theme", ["system", "light", "dark"]);

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

const shownTheme = new Store<"light" | "dark">("light");

/** Shows the chosen theme, and follows the system's. Called once, before anything is rendered. */
export function startTheme(): void {
  const apply = () => {
    const chosen = themeSetting.get();
    const systemTheme = systemIsDark.matches ? "dark" : "light";
    const shown = chosen === "system" ? systemTheme : chosen;
    document.documentElement.dataset.theme = shown;
    shownTheme.set(shown);
  };
  apply();
  themeSetting.subscribe(apply);
  systemIsDark.addEventListener("change", apply);
}

/** The theme that is shown. */
export function useShownTheme(): "light" | "dark" {
  return useStore(shownTheme);
}

/** Light, dark, or as the system has it. */
import { useSyncExternalStore } from "react";
import { BrowserSetting } from "./browser-setting.ts";

export type ThemeChoice = "system" | "light" | "dark";

export const themeSetting = new BrowserSetting<ThemeChoice>("theme", ["system", "light", "dark"]);

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

function shownTheme(): "light" | "dark" {
  const { chosen } = themeSetting;
  if (chosen !== "system") return chosen;
  return systemIsDark.matches ? "dark" : "light";
}

/** Shows the chosen theme, and follows the system's. Called once, before anything is rendered. */
export function startTheme(): void {
  const apply = () => {
    document.documentElement.dataset.theme = shownTheme();
  };
  apply();
  subscribe(apply);
}

function subscribe(listener: () => void): () => void {
  const stop = themeSetting.subscribe(listener);
  systemIsDark.addEventListener("change", listener);
  return () => {
    stop();
    systemIsDark.removeEventListener("change", listener);
  };
}

/** The theme that is shown. */
export function useShownTheme(): "light" | "dark" {
  return useSyncExternalStore(subscribe, shownTheme);
}

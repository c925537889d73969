/** Light, dark, or as the system has it. */
import { useSyncExternalStore } from "react";

export type ThemeChoice = "system" | "light" | "dark";

const storageKey = "call-analysis-console:theme";
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

function chosenTheme(): ThemeChoice {
  const chosen = localStorage.getItem(storageKey);
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

/** The theme that is shown. */
export function shownTheme(): "light" | "dark" {
  const chosen = chosenTheme();
  if (chosen !== "system") return chosen;
  return systemIsDark.matches ? "dark" : "light";
}

/** Shows the chosen theme, and follows the system's. Called once, before anything is rendered. */
export function startTheme(): void {
  applyTheme();
  systemIsDark.addEventListener("change", applyTheme);
}

function applyTheme(): void {
  document.documentElement.dataset.theme = shownTheme();
  for (const listener of listeners) listener();
}

/** Chooses a theme for this browser. */
export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(storageKey, choice);
  applyTheme();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What was chosen, and what is shown for it. */
export function useTheme(): { choice: ThemeChoice; shown: "light" | "dark" } {
  const choice = useSyncExternalStore(subscribe, chosenTheme);
  const shown = useSyncExternalStore(subscribe, shownTheme);
  return { choice, shown };
}

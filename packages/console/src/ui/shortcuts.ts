/** Keyboard shortcuts. Components name what their keys do; the list of all that work here is what `?` shows. */
import { useEffect, useRef } from "react";
import { BrowserSetting } from "./browser-setting.ts";

/** A key, or two after each other such as `g c`, and what it does. */
export interface Shortcut {
  keys: string;
  /** What it does, as the list of shortcuts says it. */
  label: string;
  run: () => void;
}

const active = new Set<{ current: readonly Shortcut[] }>();

/** A second key counts when it comes in this time. */
const sequenceMs = 1_000;

/** Shortcuts of single letters can be turned off, for speech input types letters. */
export const shortcutSetting = new BrowserSetting("shortcuts", ["on", "off"]);

/** Every shortcut that works at present. */
export function activeShortcuts(): Shortcut[] {
  return [...active].flatMap(({ current }) => current);
}

/** Offers shortcuts for as long as the component is there. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    active.add(latest);
    return () => void active.delete(latest);
  }, []);
}

/** Listens to the keyboard. Called once, before anything is rendered. */
export function startShortcuts(): void {
  let pending = "";
  let pendingUntilMs = 0;
  document.addEventListener("keydown", (event) => {
    if (shortcutSetting.get() === "off" || !isForThePage(event)) return;
    const prefix = event.timeStamp < pendingUntilMs ? pending : "";
    const all = activeShortcuts().toReversed();
    const keys = prefix === "" ? event.key : `${prefix} ${event.key}`;
    const shortcut = all.find((each) => each.keys === keys) ?? all.find((each) => each.keys === event.key);
    pending = "";
    if (shortcut) {
      event.preventDefault();
      shortcut.run();
    } else if (all.some((each) => each.keys.startsWith(`${event.key} `))) {
      pending = event.key;
      pendingUntilMs = event.timeStamp + sequenceMs;
    }
  });
}

/** Whether a dialog keeps the page out of reach. Messages have the same role. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"][data-open]:not([data-toast])') !== null;
}

/** Keys in a field are text, and a dialog keeps the page out of reach. */
function isForThePage({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented) return false;
  if (isDialogOpen()) return false;
  if (!(target instanceof HTMLElement)) return true;
  return !target.isContentEditable && !target.matches("input:not([type=range], [type=checkbox]), textarea, select");
}

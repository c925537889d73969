/** The theme is the system's. `app.css` follows it by itself; what a script draws is drawn anew. */
import { useSyncExternalStore } from "react";

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Whether the system's theme is dark. */
export function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, () => dark.matches);
}

function subscribe(listener: () => void): () => void {
  dark.addEventListener("change", listener);
  return () => dark.removeEventListener("change", listener);
}

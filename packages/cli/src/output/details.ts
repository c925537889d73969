/** Names and their values, one a line. Pure. */
import { oneLine, pad, widthOf } from "./text-width.js";

/** The lines; those without a value are left out. */
export function detailsText(details: readonly (readonly [name: string, value: unknown])[]): string {
  const shown = details.filter(([, value]) => value !== undefined && value !== null && value !== "");
  const width = Math.max(...shown.map(([name]) => widthOf(name)));
  return shown.map(([name, value]) => `${pad(name, width)}  ${oneLine(String(value))}\n`).join("");
}

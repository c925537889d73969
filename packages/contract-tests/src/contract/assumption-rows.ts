/** Reads the rows of `openapi/ASSUMPTIONS.md`, for `scripts/generate.ts`: whoever bundles the checks has no such file. */
import type { Assumption } from "./assumptions.ts";

/** @param text of the file */
export function assumptionRows(text: string): Assumption[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map(toAssumption);
}

function toAssumption(line: string): Assumption {
  const [id = "", question = "", , , setting = ""] = line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll("`", ""));
  return { id, question, setting: setting === "—" ? null : setting };
}

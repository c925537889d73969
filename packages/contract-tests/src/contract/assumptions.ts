import { readFileSync } from "node:fs";

/** A row of `openapi/ASSUMPTIONS.md`. */
export interface Assumption {
  id: string;
  question: string;
  /** The fake's setting for it; undefined when it has none. */
  setting: string | undefined;
}

const address = new URL("../../../../openapi/ASSUMPTIONS.md", import.meta.url);

/** Every row of `openapi/ASSUMPTIONS.md`. */
export const assumptions: readonly Assumption[] = readFileSync(address, "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map(toAssumption);

/** The row with this id. @throws {RangeError} when there is none */
export function assumptionOf(id: string): Assumption {
  const assumption = assumptions.find((candidate) => candidate.id === id);
  if (!assumption) throw new RangeError(`ASSUMPTIONS.md has no row ${id}.`);
  return assumption;
}

function toAssumption(line: string): Assumption {
  const [id = "", question = "", , , setting = ""] = line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll("`", ""));
  return { id, question, setting: setting === "—" ? undefined : setting };
}

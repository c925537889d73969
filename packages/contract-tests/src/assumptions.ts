import { readFileSync } from "node:fs";

/** A row of `openapi/ASSUMPTIONS.md`. */
export interface Assumption {
  id: string;
  /** The fake's policy that changes the answer; undefined if there is none. */
  setting: string | undefined;
}

const page = readFileSync(new URL("../../../openapi/ASSUMPTIONS.md", import.meta.url), "utf8");

/** Every row of `openapi/ASSUMPTIONS.md`. */
export const assumptions: readonly Assumption[] = page
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.split("|").map((cell) => cell.trim().replaceAll("`", "")))
  .map(([, id = "", , , , setting]) => ({ id, setting: setting === "—" ? undefined : setting }));

/** Rows that no case can observe, with the reasons. */
export const unobservable: Readonly<Record<string, string>> = {
  "recording-limits": "Finding the limit would take recordings of unlimited size.",
  "upload-length": "The HTTP client of the cases says the length of every body.",
  "recording-lifetime": "A recording would have to be watched for as long as it is kept.",
  "recording-spellings": "A service does not say which object an address means, only what came of it.",
  "magic-inputs": "Only the fake has them.",
  "polling-interval": "A service with a limit would have to be polled until it rejects a request.",
  "rate-limits": "A limit is found by exceeding it, which could affect other users.",
  "key-scopes": "Keys are issued outside the API.",
  "category-changes": "No operation changes a category.",
  events: "No operation requests events.",
  versions: "No response names a version.",
  "member-reference": "An id of the service that is another agent's e-mail cannot be made.",
  "pending-status": "A status does not say what it means.",
  "further-fields": "Every case compares every response with the fields of its schema.",
  "response-fields": "Every case checks every response against its schema, and fails when a field is missing.",
};

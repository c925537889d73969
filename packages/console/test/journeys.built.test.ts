/**
 * Journeys through the built console in a browser. They are one file for Vitest, so that one process starts one browser,
 * which keeps the console's files. One of them is part of every run. What needs no browser is in `drawn.test.ts`.
 */
import { describe } from "vitest";
import { requiresLongTests } from "../../../scripts/test-requirements.ts";
// What a file has once is defined outside of its suites.
import "./support/console-test.ts";

describe("first page", async () => void (await import("./journeys/first-page.ts")));

/** Not in one suite around them: Vitest would leave these out when that is skipped. */
const further = (name: string, load: () => Promise<unknown>) =>
  describe(name, requiresLongTests, async () => void (await load()));

further("every page", () => import("./journeys/pages.ts"));
further("ten thousand calls", () => import("./journeys/busy.ts"));
further("connection", () => import("./journeys/connection.ts"));
further("scorecard", () => import("./journeys/scorecard.ts"));
further("rules", () => import("./journeys/rules.ts"));
further("journal", () => import("./journeys/journal.ts"));
further("keyboard", () => import("./journeys/keyboard.ts"));
further("in the page", () => import("./journeys/in-page.ts"));
further("state", () => import("./journeys/state.ts"));
further("trends", () => import("./journeys/trends.ts"));
further("calls", () => import("./journeys/calls.ts"));

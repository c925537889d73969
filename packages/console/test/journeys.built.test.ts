/**
 * Journeys through the built console in a browser. They are one file for Vitest, so that one process starts one browser,
 * which keeps the console's files. One of them is part of every run. What needs no browser is in `drawn.test.ts`.
 */
import { describe } from "vitest";
// What a file has once is defined outside of its suites.
import "./support/console-test.ts";
import { longSuite } from "./support/long-suite.ts";

describe("first page", async () => void (await import("./journeys/first-page.ts")));

longSuite("every page", () => import("./journeys/pages.ts"));
longSuite("ten thousand calls", () => import("./journeys/busy.ts"));
longSuite("connection", () => import("./journeys/connection.ts"));
longSuite("scorecard", () => import("./journeys/scorecard.ts"));
longSuite("rules", () => import("./journeys/rules.ts"));
longSuite("journal", () => import("./journeys/journal.ts"));
longSuite("keyboard", () => import("./journeys/keyboard.ts"));
longSuite("in the page", () => import("./journeys/in-page.ts"));
longSuite("state", () => import("./journeys/state.ts"));
longSuite("trends", () => import("./journeys/trends.ts"));
longSuite("calls", () => import("./journeys/calls.ts"));

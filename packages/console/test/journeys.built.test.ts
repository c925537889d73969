/**
 * Journeys through the built console in a browser. They are one file for Vitest, so that one process starts one browser,
 * which keeps the console's files. What needs no browser is in `drawn.test.ts`.
 */
import { describe } from "vitest";
// What a file has once is defined outside of its suites.
import "./support/console-test.ts";

describe("every page", async () => void (await import("./journeys/pages.ts")));
describe("ten thousand calls", async () => void (await import("./journeys/busy.ts")));
describe("connection", async () => void (await import("./journeys/connection.ts")));
describe("scorecard", async () => void (await import("./journeys/scorecard.ts")));
describe("rules", async () => void (await import("./journeys/rules.ts")));
describe("journal", async () => void (await import("./journeys/journal.ts")));
describe("keyboard", async () => void (await import("./journeys/keyboard.ts")));
describe("in the page", async () => void (await import("./journeys/in-page.ts")));
describe("state", async () => void (await import("./journeys/state.ts")));
describe("trends", async () => void (await import("./journeys/trends.ts")));
describe("calls", async () => void (await import("./journeys/calls.ts")));

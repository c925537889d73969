/**
 * Pages as they are drawn and used, without a browser. They are one file for Vitest, for it takes longer to load jsdom and
 * the console than to run most of these tests. Journeys in a browser are in `journeys.built.test.ts`.
 */
import { createRequire } from "node:module";
import { vi } from "vitest";
import { longSuite } from "./support/long-suite.ts";

// React's build for development takes twice the time.
vi.hoisted(() => vi.stubEnv("NODE_ENV", "production"));

// jsdom draws no canvas and plays no sound.
vi.mock("../src/pages/scorecard/waveform.tsx", () => ({ Waveform: () => null }));

// As modules, the icons are two thousand files.
vi.mock("lucide-react", () => createRequire(import.meta.url)("lucide-react"));

longSuite("calls", () => import("./drawn/calls.ts"));
longSuite("a call, a category", () => import("./drawn/analysis-pages.ts"));
longSuite("agents and campaigns", () => import("./drawn/agents-and-campaigns.ts"));
longSuite("rules", () => import("./drawn/rules.ts"));
longSuite("pages of the fake", () => import("./drawn/control-pages.ts"));
longSuite("state", () => import("./drawn/state.ts"));
longSuite("frame", () => import("./drawn/frame.ts"));
longSuite("journal", () => import("./drawn/journal.ts"));

// @vitest-environment jsdom
/**
 * Pages as they are drawn and used, without a browser. They are one file for Vitest, for it takes longer to load jsdom and
 * the console than to run most of these tests. Journeys in a browser are in `journeys.built.test.ts`.
 */
import { createRequire } from "node:module";
import { describe, vi } from "vitest";

// React's build for development takes twice the time.
vi.hoisted(() => vi.stubEnv("NODE_ENV", "production"));

// jsdom draws no canvas and plays no sound.
vi.mock("../src/pages/scorecard/waveform.tsx", () => ({ Waveform: () => null }));

// As modules, the icons are two thousand files.
vi.mock("lucide-react", () => createRequire(import.meta.url)("lucide-react"));

describe("calls", async () => void (await import("./drawn/calls.ts")));
describe("a call, a category", async () => void (await import("./drawn/analysis-pages.ts")));
describe("agents and campaigns", async () => void (await import("./drawn/agents-and-campaigns.ts")));
describe("rules", async () => void (await import("./drawn/rules.ts")));
describe("pages of the fake", async () => void (await import("./drawn/control-pages.ts")));
describe("state", async () => void (await import("./drawn/state.ts")));
describe("frame", async () => void (await import("./drawn/frame.ts")));
describe("journal", async () => void (await import("./drawn/journal.ts")));

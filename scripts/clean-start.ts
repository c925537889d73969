/** Begins a file of tests without what the last test of another one stubbed: they share a process, and vitest waits for the next test. */
import { vi } from "vitest";

vi.unstubAllEnvs();
vi.unstubAllGlobals();
vi.restoreAllMocks();

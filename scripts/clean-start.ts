/** Begins a file of tests without what the last test of another one stubbed: they share a process, and vitest waits for the next test. */
import { vi } from "vitest";

vi.unstubAllEnvs();
vi.unstubAllGlobals();
vi.restoreAllMocks();

// On virtual time that nobody moves, a browser or a server of a later file would wait for ever.
for (const name of ["setTimeout", "setInterval", "setImmediate", "queueMicrotask", "Date"] as const)
  if ("clock" in globalThis[name]) throw new Error(`A file before this one has left a virtual ${name}.`);

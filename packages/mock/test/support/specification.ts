/**
 * The tests of the specification run twice: as they are, and once more on services with a planted fault, which they
 * must find. Therefore they get `test` and `createMockService` from here.
 */
import { test as vitestTest } from "vitest";
import { createMockService as createService, type MockService, type MockServiceOptions } from "../../src/index.js";

/** A test of the specification, to be run by hand. */
export interface SpecificationTest {
  title: string;
  run: () => void | Promise<void>;
}

/** Gives a `fetch` that behaves like the service's, except for one fault. */
type PlantFault = (service: MockService) => typeof globalThis.fetch;

let collected: SpecificationTest[] | undefined;
let plantFault: PlantFault | undefined;

/** Registers a test with vitest; while tests are collected, only remembers it. */
export function test(title: string, run: SpecificationTest["run"]): void {
  if (collected) collected.push({ title, run });
  else vitestTest(title, run);
}

/** A service, with the fault that is planted at present. */
export function createMockService(options?: MockServiceOptions): MockService {
  return withPlantedFault(createService(options));
}

/** The same service, with the fault that is planted at present. */
export function withPlantedFault(service: MockService): MockService {
  return plantFault ? Object.create(service, { fetch: { value: plantFault(service) } }) : service;
}

/** Loads files of tests, and returns their tests in place of registering them. */
export async function collectTests(loadFiles: readonly (() => Promise<unknown>)[]): Promise<SpecificationTest[]> {
  const tests: SpecificationTest[] = [];
  collected = tests;
  try {
    for (const loadFile of loadFiles) await loadFile();
    return tests;
  } finally {
    collected = undefined;
  }
}

/** Runs a test while a fault is planted. @returns what it threw; undefined when it passed */
export async function failureWith(fault: PlantFault, { run }: SpecificationTest): Promise<unknown> {
  plantFault = fault;
  try {
    await run();
    return undefined;
  } catch (error) {
    return error;
  } finally {
    plantFault = undefined;
  }
}

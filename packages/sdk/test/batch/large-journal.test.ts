import { once } from "node:events";
import { expect, test } from "vitest";
import { bundleProgram, startProgram } from "../support/test-program.js";
import { temporaryFolder } from "../upload/recordings.js";

// A quarter of a gigabyte where long tests are asked for, and a sixtieth of it elsewhere.
const isLong = Boolean(process.env.LONG_TESTS);
const inputs = isLong ? 24_000 : 400;

/** What compilers keep on the heap grows in steps. Beside few inputs the steps would count as theirs. */
const withoutCompilers = isLong ? [] : ["--no-opt", "--no-maglev", "--no-sparkplug"];

test("results stay on disk: an input of a batch with a journal costs at most 300 bytes of memory", async () => {
  const program = await bundleProgram(new URL("batch-memory-process.ts", import.meta.url));
  const parameters = [`${temporaryFolder()}/calls.journal`, String(inputs)];
  const child = startProgram(program, parameters, ["--expose-gc", ...withoutCompilers]);
  let printed = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
  });
  await once(child, "close");
  const { sizeBytes, heapBytesPerInput, ...counts } = JSON.parse(printed);
  expect(counts).toEqual({ settled: inputs, entries: inputs });
  expect(sizeBytes).toBeGreaterThan(inputs * 10_000);
  expect(heapBytesPerInput).toBeLessThanOrEqual(300);
}, 600_000); // At its full length it takes minutes.

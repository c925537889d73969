import { once } from "node:events";
import { expect, test } from "vitest";
import { bundleProgram, startProgram } from "../support/test-program.js";
import { temporaryFolder } from "../upload/recordings.js";

const journalProcess = new URL("journal-process.ts", import.meta.url);

/** What that process measured. */
interface Measured {
  sizeBytes: number;
  heapBytesPerInput: number;
  mostRssMiB: number;
  entries: number;
}

/** Runs a process of this folder, and parses what it prints. */
async function measure<Result = Measured>(program: URL, ...parameters: string[]): Promise<Result> {
  const child = startProgram(await bundleProgram(program), parameters, ["--expose-gc", ...withoutCompilers]);
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  await once(child, "close");
  return JSON.parse(text);
}

// A gigabyte where long tests are asked for, and a two-hundredth of it elsewhere.
const isLong = Boolean(process.env.LONG_TESTS);
const inputs = isLong ? 100_000 : 500;

/** What compilers keep on the heap grows in steps. Beside few inputs the steps would count as theirs. */
const withoutCompilers = isLong ? [] : ["--no-opt", "--no-maglev", "--no-sparkplug"];

// At its full length it takes two to three minutes.
const tenMinutes = 600_000;

test(
  "results stay on disk: a large journal costs at most 300 bytes an input, and little to read back",
  async () => {
    const path = `${temporaryFolder()}/calls.journal`;
    const written = await measure(journalProcess, "write", path, String(inputs));
    expect(written.sizeBytes).toBeGreaterThan(inputs * 10_000);
    expect(written.heapBytesPerInput).toBeLessThanOrEqual(300);
    const read = await measure(journalProcess, "read", path);
    expect(read.entries).toBe(inputs);
    expect(read.heapBytesPerInput).toBeLessThanOrEqual(300);
    // Node alone takes about 60 MiB, whatever the size of the file.
    expect(read.mostRssMiB).toBeLessThan(200);
  },
  tenMinutes,
);

test("a batch with a journal costs at most 300 bytes of memory an input", async () => {
  const path = `${temporaryFolder()}/calls.journal`;
  const count = isLong ? 24_000 : 400;
  const measured = await measure<{ settled: number; heapBytesPerInput: number }>(
    new URL("batch-memory-process.ts", import.meta.url),
    path,
    String(count),
  );
  expect(measured.settled).toBe(count);
  expect(measured.heapBytesPerInput).toBeLessThanOrEqual(300);
});

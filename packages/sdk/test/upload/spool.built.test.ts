/** What becomes of spooled files when their process ends, and on a disk that is full. */
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "./recordings.js";

const built = fileURLToPath(new URL("../../dist/node.js", import.meta.url));

/** Parameters of a Node that runs a program in which `spool` and `bytes(count)` are known. */
const running = (program: string) => {
  const start = `const { spool } = await import(${JSON.stringify(built)});
    async function* bytes(count) { for (let sent = 0; sent < count; sent += 65536) yield new Uint8Array(65536); }`;
  return ["--expose-gc", "--input-type=module", "--eval", `${start}\n${program}`];
};

async function run(program: string, TMPDIR: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, running(program), { env: { TMPDIR } });
  return stdout;
}

test("a process that calls process.exit() leaves no spooled file", async () => {
  const folder = temporaryFolder();
  const program = "const kept = await spool(bytes(100_000)); console.log(kept.path); process.exit(0);";
  expect(await run(program, folder)).toContain("call-analysis-spool-");
  expect(readdirSync(folder)).toEqual([]);
});

test("a recording that nobody refers to any more is removed", async () => {
  const program = `
    import { readdirSync } from "node:fs";
    await (async () => void (await spool(bytes(100_000))))();
    while (readdirSync(process.env.TMPDIR).length > 0) {
      gc();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    console.log("removed");`;
  expect(await run(program, temporaryFolder())).toContain("removed");
});

test("a stream that stops coming and that nobody refers to leaves neither a file nor an open handle", async () => {
  const program = `
    import { readdirSync } from "node:fs";
    process.on("warning", ({ message }) => console.log(message));
    (() => void spool(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(10)) })))();
    while (readdirSync(process.env.TMPDIR).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await new Promise((resolve) => setTimeout(resolve, 100));
    while (readdirSync(process.env.TMPDIR).length > 0) {
      gc();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    console.log("removed");`;
  expect(await run(program, temporaryFolder())).toBe("removed\n");
});

test.skipIf(process.platform === "win32")(
  "a disk that is full is a ConfigurationError, and nothing stays on it",
  async () => {
    const folder = temporaryFolder();
    const program = "await spool(bytes(10_000_000)).catch((error) => console.log(error.name, error.cause.code));";
    // The shell limits how large a file may get: no test can fill a disk.
    const script = 'ulimit -f 64 && exec "$0" "$@"';
    const command = ["-c", script, process.execPath, ...running(program)];
    const { stdout } = await promisify(execFile)("sh", command, { env: { TMPDIR: folder } });
    expect(stdout).toContain("ConfigurationError EFBIG");
    expect(readdirSync(folder)).toEqual([]);
  },
);

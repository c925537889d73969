import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { hasNoRedis } from "./redis.ts";

test.skipIf(hasNoRedis)(
  "the demo kills a worker, settles what that left uncertain, and creates no call twice",
  async () => {
    const demo = join(import.meta.dirname, "../src/demo.ts");
    const { stdout } = await promisify(execFile)(process.execPath, [demo]);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.at(-2)).toMatch(/^Analysed +60 of 60 recordings$/);
    expect(lines.at(-1)).toMatch(/^Calls +60, of 60 recordings: none twice$/);
    const [, uncertain] = /^Uncertain +(\d+),/m.exec(stdout) ?? [];
    expect(lines.filter((line) => line.startsWith("Settled"))).toHaveLength(Number(uncertain));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  },
);

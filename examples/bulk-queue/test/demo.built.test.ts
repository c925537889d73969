import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { withRedis } from "./redis.ts";

test("the demo kills a worker, settles what that left uncertain, and creates no call twice", withRedis, async () => {
  const demo = join(import.meta.dirname, "../src/demo.ts");
  // A foreign journal, which the demo must not touch. Nothing answers on port 9.
  const env = { ...process.env, JOURNAL_REDIS_URL: "redis://127.0.0.1:9" };
  const { stdout } = await promisify(execFile)(process.execPath, [demo], { env });
  const lines = stdout.trimEnd().split("\n");
  expect(lines.at(-2)).toMatch(/^Analysed +60 of 60 recordings$/);
  expect(lines.at(-1)).toMatch(/^Calls +60, of 60 recordings: none twice$/);
  const [, uncertain] = /^Uncertain +(\d+),/m.exec(stdout) ?? [];
  expect(lines.filter((line) => line.startsWith("Settled"))).toHaveLength(Number(uncertain));
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});

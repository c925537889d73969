import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const guide = join(import.meta.dirname, "../../../docs/guides/tracing.md");
const region = /(<!-- begin: written by examples\/tracing\/test\/trace\.built\.test\.ts -->\n)([\s\S]*?)(<!-- end -->)/;

async function printed(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, "../src/trace.ts")]);
  return stdout;
}

test("the guide shows what the example prints", async () => {
  const recording = `\`\`\`\n${await printed()}\`\`\`\n`;
  const text = await readFile(guide, "utf8");
  if (process.env.UPDATE_README) {
    return writeFile(
      guide,
      text.replace(region, (_, begin, __, end) => begin + recording + end),
    );
  }
  expect(region.exec(text)?.[2]).toBe(recording);
});

test("the example prints one tree with a 503, a refused upload and what was sent again, in 80 columns", async () => {
  const lines = (await printed()).trimEnd().split("\n");
  expect(lines.map((line) => line.length)).toEqual(lines.map(() => 80));
  expect(lines.filter((line) => line.startsWith("calls."))).toHaveLength(1);
  expect(lines.filter((line) => line.endsWith(" 503"))).toHaveLength(1);
  expect(lines.filter((line) => line.endsWith(" 403"))).toHaveLength(1);
  expect(lines.filter((line) => line.endsWith("sent again: 200"))).toHaveLength(2);
});

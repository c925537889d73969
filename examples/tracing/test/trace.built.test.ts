import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const guide = join(import.meta.dirname, "../../../docs/guides/tracing.md");
const region = /(<!-- begin: written by examples\/tracing\/test\/trace\.built\.test\.ts -->\n)([\s\S]*?)(<!-- end -->)/;

test("the guide shows what the example prints: one tree, with a 503 that was sent again", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, "../src/trace.ts")]);
  const recording = `\`\`\`\n${stdout}\`\`\`\n`;
  const text = await readFile(guide, "utf8");
  if (process.env.UPDATE_README)
    return writeFile(
      guide,
      text.replace(region, (_, begin, __, end) => begin + recording + end),
    );
  expect(region.exec(text)?.[2]).toBe(recording);
});

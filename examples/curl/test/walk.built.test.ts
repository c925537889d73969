import { type ChildProcessWithoutNullStreams, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";
import type { AnalysisSnapshot, CategoryDetail } from "@call-analysis/sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requiresProgram } from "../../../scripts/test-requirements.ts";

const here = join(import.meta.dirname, "..");
const recording = join(here, "../quickstart/recordings/sales-call.wav");

let server: ChildProcessWithoutNullStreams;
let baseUrl: string;

// Not before: without curl no test runs, and nothing would end it.
beforeAll(async () => {
  server = spawn(join(here, "node_modules/.bin/call-analysis-mock"), ["--port", "0", "--log", "none"]);
  const [line] = await once(server.stdout, "data");
  baseUrl = /http:\S+/.exec(String(line))?.[0] ?? "";
});

afterAll(() => server.kill());

const title = "curl alone goes through steps 1 to 5 of the typical sequence, and gets the category's sections";

// With `sh`, as in the README: dash and BusyBox lack bash's features.
const walk = (key: string) => promisify(execFile)("sh", [join(here, "walk.sh"), baseUrl, key, recording]);

test("a refused request ends the sequence, and nothing is sent after it", requiresProgram("curl"), async () => {
  const failed = await walk("wrong-key").catch((error: { code: number; stdout: string }) => error);
  expect(failed).toMatchObject({ code: 22, stdout: "", stderr: expect.stringMatching(/401[\s\S]*\{.*\}/) });
});

test(title, requiresProgram("curl"), async () => {
  const sequence = walk("test-key");
  const lines = (await sequence).stdout.trimEnd().split("\n");
  const statuses = lines.filter((line) => line.startsWith("status:")).map((line) => line.slice(10));
  expect(statuses).toEqual(["processing", "pending", "completed"]);

  const { data } = JSON.parse(lines.at(-1) ?? "") as { data: AnalysisSnapshot };
  const categoryId = /category: (\S+)/.exec(lines.join("\n"))?.[1];
  const response = await fetch(`${baseUrl}/categories/${categoryId}`, {
    headers: { authorization: "Bearer test-key" },
  });
  const category = ((await response.json()) as { data: CategoryDetail }).data;
  expect(data.analysis?.sections.map(({ sectionId }) => sectionId)).toEqual(
    category.analysisPointers.map(({ sectionId }) => sectionId),
  );
  expect(data.metadata).toMatchObject({ createdAt: "2026-01-31T03:30:00.000Z", duration: expect.closeTo(92.32, 1) });
});

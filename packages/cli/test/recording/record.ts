/**
 * Records the command `call-analysis` in a real terminal, against the fake, and writes what it shows as an animated SVG.
 * The service is held at each step, so a new recording is the same. Run it after a build:
 * `npx -y pnpm@12 exec node packages/cli/test/recording/record.ts`.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMockService } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";
import { startInTerminal, type TerminalRun } from "../support/terminal.ts";
import { type Frame, frameOf, svgOf } from "./svg.ts";

const columns = 80;
const rows = 11;
const target = join(import.meta.dirname, "../../docs/analyze.svg");
const names = ["sales-monday.wav", "sales-tuesday.wav", "電話会議.wav", "🎧 demo.wav"];
const shownCommand = "$ call-analysis analyze recordings --member asha.verma@example.com --category …";

const folder = await mkdtemp(join(tmpdir(), "call-analysis-screens-"));
const ends: (() => unknown)[] = [() => rm(folder, { recursive: true })];
try {
  await mkdir(join(target, ".."), { recursive: true });
  await writeFile(target, svgOf(await record(), { columns, rows: rows + 1, title: "call-analysis analyze" }));
  console.log(`Wrote ${target}.`);
} finally {
  for (const end of ends.reverse()) await end();
}

/** A frame before, one while all are waited for, one for each that is completed, and the table. */
async function record(): Promise<Frame[]> {
  const service = createMockService({ progression: { mode: "manual" } });
  const { url, close } = await serve(service, { port: 0 });
  ends.push(close);
  const run = await start(url, service.db.categories.list()[0]?.id ?? "");
  const frames: Frame[] = [];
  const take = async (text: string) => {
    while (!(await run.screen()).includes(text)) await new Promise((resolve) => setTimeout(resolve, 50));
    frames.push(frameOf(await run.settled(), { firstLine: shownCommand, rows }));
  };
  await take(`${names.length} waiting`);
  for (const [index, { id }] of service.db.calls.list().slice(0, -1).entries()) {
    service.engine.complete(id);
    await take(`${index + 1} of ${names.length} done`);
  }
  service.engine.settle();
  await take(`${names.length} of ${names.length} recordings completed`);
  return frames;
}

async function start(url: string, categoryId: string): Promise<TerminalRun> {
  await mkdir(join(folder, "recordings"));
  for (const [index, name] of names.entries()) {
    const bytes = Buffer.alloc(400_000, `recording ${index} `);
    bytes.write("RIFF....WAVE", 0, "latin1");
    await writeFile(join(folder, "recordings", name), bytes);
  }
  const env = { HOME: folder, CALL_ANALYSIS_BASE_URL: `${url}/v1`, CALL_ANALYSIS_API_KEY: "test-key" };
  const fields = ["--member", "asha.verma@example.com", "--category", categoryId];
  const parameters = ["analyze", "recordings", ...fields, "--concurrency", "1", "--journal", "calls.journal"];
  return startInTerminal(parameters, { env, cwd: folder, columns, rows, onFinished: (end) => ends.push(end) });
}

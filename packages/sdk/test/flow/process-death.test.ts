import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { ResumeToken } from "@call-analysis/sdk";
import { expect, onTestFinished } from "vitest";
import { deferred } from "../support/deferred.js";
import { bundleProgram, startProgram } from "../support/test-program.js";
import { type OpenExchange, RecordingService, test } from "../upload/recording-service.js";
import { temporaryFile, temporaryFolder } from "../upload/recordings.js";

test("a process that is killed while the call is created leaves a token that refuses a second one", async ({
  service,
}) => {
  const reached = new Promise((resolve) => service.answer("creates", resolve));
  const first = await start(service, "analyze", temporaryFile("call.wav"));
  await reached;
  await kill(first.process);
  const token = lastToken(first.log);
  expect(token).toMatchObject({ stage: "create", uncertain: true });
  expect(await resumed(service, token)).toContain("recreate");
  expect(service.creates).toHaveLength(1);
});

test("a process that is suspended for longer than its time limit takes the answer that came meanwhile, at every stage", async () => {
  const stages = ["grants", "puts", "creates", "reads"] as const;
  const events = await Promise.all(stages.map(suspendedAt));
  expect(events.map((lines) => lines.at(-1)?.outcome)).toEqual(stages.map(() => "completed"));
  expect(events.flat().filter(({ type }) => type === "retrying")).toEqual([]);
});

/** What a flow logs whose process is suspended from one request until six seconds after the answer, with a limit of five. */
async function suspendedAt(stage: "grants" | "puts" | "creates" | "reads"): Promise<LoggedLine[]> {
  const service = await new RecordingService().listen();
  onTestFinished(() => service.close());
  const reached = deferred<OpenExchange>();
  const mayAnswer = deferred<void>();
  service.answer(stage, async (exchange) => {
    await exchange.readBody();
    reached.resolve(exchange);
    await mayAnswer.promise;
    return service.answerByDefault(stage, exchange);
  });
  const run = await start(service, "analyze", temporaryFile("call.wav"), "", "5000");
  const exited = once(run.process, "exit");
  await reached.promise;
  run.process.kill("SIGSTOP");
  mayAnswer.resolve();
  await sleep(6_000);
  run.process.kill("SIGCONT");
  await exited;
  return linesOf(run.log);
}

interface Run {
  process: ChildProcess;
  log: string;
}

async function start(service: RecordingService, ...parameters: string[]): Promise<Run> {
  const log = `${temporaryFolder()}/events.jsonl`;
  const path = await bundleProgram(new URL("flow-process.ts", import.meta.url));
  return { process: startProgram(path, [`${service.url}/v1`, log, ...parameters]), log };
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

async function resumed(service: RecordingService, token: ResumeToken | undefined): Promise<unknown> {
  const run = await start(service, "resume", JSON.stringify(token));
  await once(run.process, "exit");
  return linesOf(run.log).at(-1)?.outcome;
}

function lastToken(log: string): ResumeToken | undefined {
  return linesOf(log).findLast(({ resume }) => resume !== undefined)?.resume;
}

interface LoggedLine {
  type?: string;
  resume?: ResumeToken;
  outcome?: string;
}

function linesOf(log: string): LoggedLine[] {
  if (!existsSync(log)) return [];
  return readFileSync(log, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { ResumeToken } from "@call-analysis/sdk";
import { expect, onTestFinished, vi } from "vitest";
import { deferred } from "../support/deferred.js";
import { bundleProgram, startProgram } from "../support/test-program.js";
import { RecordingService, test } from "../upload/recording-service.js";
import { temporaryFile, temporaryFolder } from "../upload/recordings.js";

test("a process that is killed while the call is created leaves a token that refuses a second one", async ({
  service,
}) => {
  const program = await bundleProgram(flowProcess);
  const reached = new Promise((resolve) => service.answer("creates", resolve));
  const first = start({ service, program }, "analyze", temporaryFile("call.wav"));
  await reached;
  await kill(first.process);
  const token = lastToken(first.log);
  expect(token).toMatchObject({ stage: "create", uncertain: true });
  const second = start({ service, program }, "resume", JSON.stringify(token));
  await once(second.process, "exit");
  expect(outcomeOf(second)).toContain("recreate");
  expect(service.creates).toHaveLength(1);
});

/** How long a process is suspended, in milliseconds: longer than its limit of five seconds for an attempt. */
const suspendedMs = process.env.LONG_TESTS ? 60_000 : 6_000;

test(
  "a process that is suspended in any state of its creation takes the answer that came meanwhile, and beside a second process its call is billed once",
  async () => {
    const program = await bundleProgram(flowProcess);
    const places = ["grants", "puts", "claimed", "creates", "recording", "reads"] as const;
    const runs = await Promise.all(places.map((place) => suspendedAt(place, program)));
    const isOnce = { suspended: "completed", retries: [], beside: "completed", creations: 1 };
    expect(runs).toEqual(places.map((place) => ({ place, ...isOnce })));
  },
  suspendedMs + 180_000,
);

/** Runs a batch in a process that is suspended, and meanwhile the same batch in another one, with the same journal. */
async function suspendedAt(
  place: "grants" | "puts" | "claimed" | "creates" | "recording" | "reads",
  program: string,
): Promise<object> {
  const service = await new RecordingService().listen();
  onTestFinished(() => service.close());
  const batch = ["batch", temporaryFile("call.wav"), `${temporaryFolder()}/calls.journal`];
  const suspendsItself = place === "claimed" || place === "recording";
  const mayAnswer = deferred<void>();
  const reached = suspendsItself ? undefined : reachedAt(service, place, mayAnswer.promise);
  const run = start({ service, program }, ...batch, place);
  const exited = once(run.process, "exit");
  if (reached) {
    await reached;
    run.process.kill("SIGSTOP");
    mayAnswer.resolve();
  } else await vi.waitFor(() => expect(linesOf(run.log).at(-1)).toEqual({ type: "suspended" }), 30_000);
  const other = start({ service, program }, ...batch);
  const otherExited = once(other.process, "exit");
  await sleep(suspendedMs);
  run.process.kill("SIGCONT");
  await Promise.all([exited, otherExited]);
  const isBlocked = /kept busy by another process for 10 seconds/.test(outcomeOf(other) ?? "");
  // It says so, and the same batch again goes on from there.
  const last = isBlocked ? start({ service, program }, ...batch) : other;
  if (isBlocked) await once(last.process, "exit");
  const retries = linesOf(run.log).filter(({ type }) => type === "retrying");
  return { place, suspended: outcomeOf(run), retries, beside: outcomeOf(last), creations: service.creates.length };
}

/** Resolves when the first request of a kind is there. It is answered when that is allowed. */
function reachedAt(
  service: RecordingService,
  which: "grants" | "puts" | "creates" | "reads",
  mayAnswer: Promise<void>,
): Promise<void> {
  return new Promise((resolve) => {
    service.answer(which, async (exchange) => {
      await exchange.readBody();
      resolve();
      await mayAnswer;
      return service.answerByDefault(which, exchange);
    });
  });
}

interface Run {
  process: ChildProcess;
  log: string;
}

const flowProcess = new URL("flow-process.ts", import.meta.url);

function start({ service, program }: { service: RecordingService; program: string }, ...parameters: string[]): Run {
  const log = `${temporaryFolder()}/events.jsonl`;
  return { process: startProgram(program, [`${service.url}/v1`, log, ...parameters]), log };
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

function outcomeOf({ log }: Run): string | undefined {
  return linesOf(log).at(-1)?.outcome;
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

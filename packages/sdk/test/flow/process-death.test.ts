import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { deferred } from "../support/deferred.js";
import { bundleProgram, startProgram } from "../support/test-program.js";
import { RecordingService } from "../upload/recording-service.js";
import { temporaryFile, temporaryFolder } from "../upload/recordings.js";

/** The requests in which a process is suspended until their answer is there. Only of `creates` anything hangs on it. */
const requests = process.env.LONG_TESTS ? (["grants", "puts", "creates", "reads"] as const) : (["creates"] as const);
const places = ["claimed", ...requests, "recording"] as const;
type Place = (typeof places)[number];

/** How long a process is suspended, in milliseconds: longer than its limit of five seconds for an attempt. */
const suspendedMs = process.env.LONG_TESTS ? 60_000 : 6_000;

test(
  "a process that is suspended in a state of its creation takes the answer that came meanwhile, and beside a second process its call is billed once",
  async () => {
    const program = await bundleProgram(new URL("flow-process.ts", import.meta.url));
    const runs = await Promise.all(places.map((place) => suspendedAt(place, program)));
    const isOnce = { suspended: "completed", retries: [], beside: "completed", creations: 1 };
    expect(runs).toEqual(places.map((place) => ({ place, ...isOnce })));
  },
  suspendedMs + 180_000,
);

/**
 * Runs a batch in a process that is suspended before it sends the creation, until the answer to a request is there, or while
 * it writes down that the call exists; and meanwhile the same batch in another process, with the same journal.
 */
async function suspendedAt(place: Place, program: string): Promise<object> {
  const service = await new RecordingService().listen();
  onTestFinished(() => service.close());
  const batch = [temporaryFile("call.wav"), `${temporaryFolder()}/calls.journal`];
  const [reached, mayAnswer] = [deferred<void>(), deferred<void>()];
  const suspendsItself = place === "claimed" || place === "recording";
  if (!suspendsItself) {
    service.answer(place, async (exchange) => {
      await exchange.readBody();
      reached.resolve();
      await mayAnswer.promise;
      return service.answerByDefault(place, exchange);
    });
  }
  const run = start({ service, program }, ...batch, place);
  if (!suspendsItself) {
    await reached.promise;
    run.process.kill("SIGSTOP");
    mayAnswer.resolve();
  } else await vi.waitFor(() => expect(linesOf(run.log).at(-1)).toEqual({ type: "suspended" }), 30_000);
  const other = start({ service, program }, ...batch);
  await sleep(suspendedMs);
  run.process.kill("SIGCONT");
  await Promise.all([run.exited, other.exited]);
  const isBlocked = /kept busy by another process for 10 seconds/.test(outcomeOf(other) ?? "");
  // It says so, and the same batch again goes on from there.
  const last = isBlocked ? start({ service, program }, ...batch) : other;
  await last.exited;
  const retries = linesOf(run.log).filter(({ type }) => type === "retrying");
  return { place, suspended: outcomeOf(run), retries, beside: outcomeOf(last), creations: service.creates.length };
}

interface Run {
  process: ChildProcess;
  exited: Promise<unknown>;
  log: string;
}

function start({ service, program }: { service: RecordingService; program: string }, ...parameters: string[]): Run {
  const log = `${temporaryFolder()}/events.jsonl`;
  const child = startProgram(program, [`${service.url}/v1`, log, ...parameters]);
  return { process: child, exited: once(child, "exit"), log };
}

function outcomeOf({ log }: Run): string | undefined {
  return linesOf(log).at(-1)?.outcome;
}

function linesOf(log: string): { type?: string; outcome?: string }[] {
  if (!existsSync(log)) return [];
  return readFileSync(log, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

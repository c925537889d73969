import type { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect, onTestFinished, test } from "vitest";
import { randomOf } from "../support/random.js";
import { bundleProgram, startProgram } from "../support/test-program.js";
import { temporaryFile, temporaryFolder } from "../upload/recordings.js";
import { StormService } from "./storm-service.js";

const isLong = Boolean(process.env.LONG_TESTS);
const kills = isLong ? 200 : 8;
const files = isLong ? 200 : 16;
const seed = Number(process.env.STORM_SEED ?? Date.now() % 1_000_000);

interface Outcome {
  index: number;
  key: string;
  ok: boolean;
  callId?: string;
  error?: string;
}

interface Run {
  process: ChildProcess;
  /** Its lines, when it has ended. */
  lines: Promise<Outcome[]>;
}

/** A recording with unique content, and the digest by which the service knows it. */
function recording(number: number): { path: string; digest: string } {
  const bytes = new TextEncoder().encode(`RIFF....WAVE ${seed} ${number}`);
  return {
    path: temporaryFile(`call-${number}.wav`, bytes),
    digest: createHash("sha256").update(bytes).digest("hex"),
  };
}

function start(program: string, ...parameters: string[]): Run {
  const child = startProgram(program, parameters);
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  const whole = () =>
    text
      .slice(0, text.lastIndexOf("\n") + 1)
      .split("\n")
      .filter(Boolean);
  return { process: child, lines: once(child, "close").then(() => whole().map((line) => JSON.parse(line))) };
}

test(`after ${kills} kills over ${files} files every file has one call, and none was sent twice without a word`, {
  timeout: 1_200_000,
}, async () => {
  console.log(`STORM_SEED=${seed}`);
  const random = randomOf(seed);
  const service = await new StormService(randomOf(seed + 1)).listen();
  onTestFinished(() => service.close());
  const program = await bundleProgram(new URL("storm-process.ts", import.meta.url));
  const recordings = Array.from({ length: files }, (_, number) => recording(number));
  const paths = recordings.map(({ path }) => path);
  const journal = `${temporaryFolder()}/calls.journal`;
  const run = () => start(program, `${service.url}/v1`, journal, ...paths);
  const twice = () => [...service.recordings.values()].filter(({ creations }) => creations > 1).length;

  for (let kill = 0; kill < kills; kill += 1) {
    // Two at once on one journal, which share the recordings; each is killed at its own moment.
    const both = [run(), run()];
    for (const { process: child } of both) setTimeout(() => child.kill("SIGKILL"), random() * 900);
    await Promise.all(both.map((one) => one.lines));
    expect(twice(), `a file was sent twice after kill ${kill + 1}`).toBe(0);
  }

  // What nobody knows is said at every run, and can be decided.
  service.hasTrouble = false;
  const uncertainOf = async () => (await run().lines).filter(({ error }) => error === "SubmissionUncertainError");
  const said = await uncertainOf();
  const keys = said.map(({ key }) => key).toSorted();
  expect((await uncertainOf()).map(({ key }) => key).toSorted()).toEqual(keys);
  expect(twice()).toBe(0);
  await using opened = fileJournal(journal);
  const uncertain = (await opened.entries()).filter((entry) => entry.uncertain).map(({ key }) => key);
  expect(uncertain.toSorted()).toEqual(keys);
  console.log(`${keys.length} of ${files} files were uncertain.`);
  for (const { key, index } of said) {
    const callId = service.stateOf(recordings[index]?.digest ?? "").callIds[0];
    await opened.settle(key, callId === undefined ? { recreate: true } : { callId });
  }
  const outcomes = (await run().lines).filter(({ key }) => key !== undefined);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(files);
  expect(new Set(outcomes.map(({ callId }) => callId)).size).toBe(files);
  for (const { digest } of recordings) expect(service.stateOf(digest).callIds).toHaveLength(1);
});

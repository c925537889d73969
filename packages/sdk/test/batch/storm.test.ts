/** `scripts/acceptance/journals.built.test.ts` kills a few processes. This storm runs where long tests are asked for. */
import { once } from "node:events";
import { createMockService } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect, onTestFinished, test } from "vitest";
import { bundleProgram, startProgram } from "../support/test-program.js";
import { temporaryFolder } from "../upload/recordings.js";

const kills = 200;
const files = 200;

interface Outcome {
  index: number;
  key: string;
  ok: boolean;
  callId?: string;
}

/** A service that refuses and breaks off at random. Whatever creation it has read and not refused is a call. */
async function startStorm() {
  const service = createMockService({ seed: Date.now() % 1_000_000 });
  const { url, close } = await serve(service, { port: 0 });
  onTestFinished(close);
  for (const operation of ["createUploadUrl", "uploadRecording", "createCall", "getCallAnalysis"] as const) {
    service.faults.inject({ operation, status: 429, probability: 0.05 });
    service.faults.inject({ operation, network: "reset", when: "after", probability: 0.04 });
  }
  service.faults.inject({ operation: "createCall", status: 422, probability: 0.03 });
  service.faults.inject({ operation: "createCall", status: 503, when: "after", probability: 0.02 });
  return { service, url };
}

test(`after ${kills} kills over ${files} files every file has one call, and none was sent twice without a word`, async ({
  skip,
}) => {
  if (!process.env.LONG_TESTS) return skip("LONG_TESTS=1");
  const { service, url } = await startStorm();
  const program = await bundleProgram(new URL("storm-process.ts", import.meta.url));
  const path = `${temporaryFolder()}/calls.journal`;
  const [[agent], [category]] = [service.db.agents.list(), service.db.categories.list()];
  const start = () => startProgram(program, [`${url}/v1`, path, agent?.id ?? "", category?.id ?? "", String(files)]);
  const run = async () => {
    const child = start();
    let printed = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
    await once(child, "close");
    return printed
      .split("\n")
      .filter(Boolean)
      .map((line): Outcome => JSON.parse(line));
  };
  const created = () => service.db.calls.list().map(({ udfs }) => udfs?.index);

  for (let kill = 0; kill < kills; kill += 1) {
    // Two at once on one journal, which share the recordings; each is killed at its own moment.
    const both = [start(), start()];
    for (const child of both) setTimeout(() => child.kill("SIGKILL"), Math.random() * 900);
    await Promise.all(both.map((child) => once(child, "close")));
    expect(new Set(created()).size, `a file was sent twice after kill ${kill + 1}`).toBe(created().length);
  }

  // What nobody knows is said at every run, and can be decided.
  service.faults.clear();
  const said = (await run()).filter(({ ok }) => !ok);
  const keys = said.map(({ key }) => key).toSorted();
  expect((await run()).filter(({ ok }) => !ok).map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
  await using journal = fileJournal(path);
  const uncertain = (await journal.entries()).filter((entry) => entry.uncertain).map(({ key }) => key);
  expect(uncertain.toSorted()).toEqual(keys);
  for (const { key, index } of said) {
    const callId = service.db.calls.list().find(({ udfs }) => udfs?.index === index)?.id;
    await journal.settle(key, callId === undefined ? { recreate: true } : { callId });
  }
  const outcomes = await run();
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(files);
  expect(created().toSorted()).toEqual(outcomes.map(({ index }) => index).toSorted());
}, 1_200_000);

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { run } from "../../src/command/run.js";
import { createMockService, type MockService } from "../../src/index.js";
import { startServer } from "../support/built.js";
import { createCall, finishedCall, grant, put, readAnalysis } from "../support/flow.js";
import { useStateFiles } from "../support/state-files.js";
import { wav } from "../support/wav.js";

const { folder, newStateFile, cli } = useStateFiles();

const silent = { stdout: () => {}, stderr: () => {} };

/** Serves with a state file in this process. */
async function serving(file: string, ...args: string[]) {
  const written: string[] = [];
  const result = await run(["--port", "0", "--log", "none", "--state", file, ...args], {
    ...silent,
    stderr: (text) => written.push(text),
  });
  return { result, written: written.join("") };
}

async function served(file: string, ...args: string[]) {
  const { result, written } = await serving(file, ...args);
  if (!("server" in result)) throw new Error(written);
  return { server: result.server, service: at(result.server.url) };
}

/** What it takes to ask a server: the tables are those of a service with the same seed. */
function at(url: string): MockService {
  const addresses = { baseUrl: `${url}/v1`, campaignBaseUrl: url, storageUrl: `${url}/storage` };
  return { ...createMockService(), fetch: globalThis.fetch, addresses };
}

test("without a file the scenario is served, and the file is there from the start", async () => {
  const file = newStateFile();
  const { server } = await served(file);
  expect(JSON.parse(readFileSync(file, "utf8")).organizations[0].agents).toHaveLength(4);
  await server.close();
});

test("a change is on the disk before it is answered", async () => {
  const file = newStateFile();
  const { server, service } = await served(file);
  for (let count = 1; count <= 5; count += 1) {
    const callId = await createCall(service);
    expect(readFileSync(`${file}.log`, "utf8").trimEnd().split("\n").at(-1)).toContain(callId);
  }
  await server.close();
  expect(JSON.parse(readFileSync(file, "utf8")).organizations[0].calls).toHaveLength(5);
});

test("after a restart every call answers the same, and a recording is at its address", async () => {
  const file = newStateFile();
  const first = await served(file, "--progression", "immediate");
  const { presignedUrl, publicUrl, key } = await grant(first.service);
  await put(first.service, presignedUrl, wav({ seconds: 5 }));
  const callId = await createCall(first.service, { audio_url: publicUrl, udfs: { crmId: "7" } });
  const before = await readAnalysis(first.service, callId);
  await first.server.close();
  const again = await served(file, "--seed", "5", "--scenario", "empty");
  expect(await readAnalysis(again.service, callId)).toEqual(before);
  const recording = await fetch(`${again.server.url}/storage/${key}`);
  expect(new Uint8Array(await recording.arrayBuffer())).toEqual(wav({ seconds: 5 }));
  await again.server.close();
});

test.each([
  ["{", /state-\d+\.json cannot be loaded/],
  ['{"version":2}', /version/],
  ['{"version":1,"seed":1,"clock":{"nowMs":0,"offsetMs":null},"organizations":[{"id":7}]}', /organizations\[0\]\.id/],
])("a file with %j is refused at the start, and left as it is", async (text, message) => {
  const file = newStateFile();
  writeFileSync(file, text);
  const { result, written } = await serving(file);
  expect(result).toEqual({ exitCode: 1 });
  expect(written).toMatch(message);
  expect(readFileSync(file, "utf8")).toBe(text);
});

test("a file whose recording is missing is refused", async () => {
  const file = newStateFile();
  const { server, service } = await served(file);
  const { presignedUrl } = await grant(service);
  await put(service, presignedUrl);
  await server.close();
  rmSync(`${file}.recordings`, { recursive: true });
  const { result, written } = await serving(file);
  expect(result).toEqual({ exitCode: 1 });
  expect(written).toMatch(/cannot be loaded.*recordings/);
});

test("a folder that is not there is an error that names the file", async () => {
  const { result, written } = await serving(join(folder, "nowhere", "state.json"));
  expect(result).toEqual({ exitCode: 1 });
  expect(written).toContain("nowhere");
});

test("kill -9 at any moment leaves a file that loads, with every call that was answered", async () => {
  const file = newStateFile();
  const answered = new Map<string, number>();
  // So large that the log is brought into the snapshot again and again.
  const text = "x".repeat(60_000);
  // Counted in answers, for a busy machine gives few of them in a time.
  for (const killAfterCalls of process.env.LONG_TESTS ? [1, 25, 60, 200] : [1, 40]) {
    const server = await startServer(cli(), ["--state", file]);
    const service = at(server.url);
    const countBefore = answered.size;
    const flows = Array.from({ length: 20 }, async (_, flow) => {
      const index = killAfterCalls * 1_000 + flow;
      for (;;) answered.set(await createCall(service, { udfs: { index, text } }), index);
    });
    // Each ends when its connection does.
    const ended = Promise.allSettled(flows);
    await vi.waitUntil(() => answered.size >= countBefore + killAfterCalls, { timeout: 120_000, interval: 5 });
    await server.kill();
    await ended;
  }
  const { server, service } = await served(file);
  const found = await Promise.all([...answered.keys()].map((callId) => readAnalysis(service, callId)));
  expect(found.map(({ metadata }) => metadata.udfs?.index)).toEqual([...answered.values()]);
  expect(found.length).toBeGreaterThan(40);
  await server.close();
});

test("ending the command saves what was changed last", async () => {
  const file = newStateFile();
  const server = await startServer(cli(), ["--state", file]);
  const { callId } = await finishedCall({ ...at(server.url), engine: createMockService().engine } as MockService);
  await server.stop();
  expect(readFileSync(file, "utf8")).toContain(callId);
});

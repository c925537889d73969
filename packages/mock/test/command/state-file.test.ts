import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { createMockService, type MockService } from "../../src/index.js";
import { startServer } from "../support/built.js";
import { createCall, grant, put, readAnalysis, upload } from "../support/flow.js";
import { runCommand, serveByCommand } from "../support/run-command.js";
import { useStateFiles } from "../support/state-files.js";
import { wav } from "../support/wav.js";

const { newStateFile, cli } = useStateFiles();

/** Serves with a state file in this process; `stderr` is what it said on the way. */
async function served(file: string, ...args: string[]) {
  const { url, close, written } = await serveByCommand("--log", "none", "--state", file, ...args);
  return { url, close, service: at(url), stderr: written.stderr };
}

/** Runs the command with a state file that it must refuse, and returns what it says. */
async function refusal(file: string): Promise<string> {
  const { result, written } = await runCommand("--port", "0", "--state", file);
  expect(result).toEqual({ exitCode: 1 });
  return written.stderr;
}

/** What it takes to ask a server: the tables are those of a service with the same seed. */
function at(url: string): MockService {
  const addresses = { baseUrl: `${url}/v1`, campaignBaseUrl: url, storageUrl: `${url}/storage` };
  return { ...createMockService(), fetch: globalThis.fetch, addresses };
}

function recordingFiles(file: string): string[] {
  return existsSync(`${file}.recordings`) ? readdirSync(`${file}.recordings`) : [];
}

test("after a restart every call answers the same, a recording is at its address, and the flags of the start do not count", async () => {
  const file = newStateFile();
  const first = await served(file, "--progression", "immediate");
  expect(first.stderr).toBe("");
  const { presignedUrl, publicUrl, key } = await grant(first.service);
  await put(first.service, presignedUrl, wav({ seconds: 5 }));
  const callId = await createCall(first.service, { audio_url: publicUrl, udfs: { crmId: "7" } });
  const before = await readAnalysis(first.service, callId);
  await first.close();
  const again = await served(file, "--seed", "5", "--scenario", "busy");
  expect(again.stderr).toMatch(/--seed, --scenario and .* apply only after POST \/__mock__\/reset/);
  expect(await readAnalysis(again.service, callId)).toEqual(before);
  const recording = await fetch(`${again.url}/storage/${key}`);
  expect(new Uint8Array(await recording.arrayBuffer())).toEqual(wav({ seconds: 5 }));
  const range = await fetch(`${again.url}/storage/${key}`, { headers: { range: "bytes=40-99" } });
  expect(new Uint8Array(await range.arrayBuffer())).toEqual(wav({ seconds: 5 }).subarray(40, 100));
  await fetch(`${again.url}/__mock__/reset`, { method: "POST" });
  expect(await (await fetch(`${again.url}/__mock__/state`)).json()).toMatchObject({ seed: 5 });
  await again.close();
});

test("a change is in the file soon after its response, without anything that was drawn", async () => {
  const file = newStateFile();
  const { service, close } = await served(file, "--progression", "immediate");
  const callId = await createCall(service);
  const { analysis } = await readAnalysis(service, callId);
  const text = () => readFileSync(file, "utf8");
  await vi.waitFor(() => expect(text()).toContain(callId), { timeout: 60_000 });
  expect(text()).not.toContain(analysis.outcomeRationale);
  await close();
});

test("kill -9 at any moment leaves a file that loads", async () => {
  const file = newStateFile();
  for (const killAfterCalls of [1, 40, 80]) {
    const server = await startServer(cli(), ["--state", file]);
    const service = at(server.url);
    let count = 0;
    const flows = Array.from({ length: 10 }, async () => {
      for (;;) {
        await createCall(service, { udfs: { text: "x".repeat(60_000) } });
        count += 1;
      }
    });
    const ended = Promise.allSettled(flows);
    await vi.waitUntil(() => count >= killAfterCalls, { timeout: 120_000, interval: 5 });
    await server.kill();
    await ended;
  }
  const { close, stderr } = await served(file);
  expect(stderr).toMatch(/^call-analysis-mock: The state comes from \S+\.json\..*\n$/);
  await close();
});

test("a file that another process has replaced ends the server with a sentence, and stays as that one left it", async () => {
  const file = newStateFile();
  const { result, written } = await runCommand("--port", "0", "--log", "none", "--state", file);
  if (!("server" in result)) throw new Error(written.stderr);
  const other = await served(file);
  const callId = await createCall(other.service);
  await other.close();
  const before = readFileSync(file);
  await createCall(at(result.server.url));
  expect((await result.failed).message).toBe(
    `Another process has replaced the state file ${file}. Give each process its own --state file, and start this one again.`,
  );
  await result.server.close();
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(before.toString()).toContain(callId);
});

test.each<[string, string, RegExp]>([
  ["no JSON", "SQLite format 3", /it is not JSON\. Pass another --state file\.$/],
  ["an empty file, as a full disk leaves it,", "", /it is empty\. Pass another --state file\.$/],
  ["null", "null", /must be an object, got null$/],
  ["another JSON", "{}", /version: must be|version: /],
  [
    "a state of a later version",
    JSON.stringify({ version: 2 }),
    /expected version 1, got version 2. Use the version of @call-analysis\/mock that wrote it/,
  ],
])("%s is refused with one sentence, and left as it is", async (_, text, message) => {
  const file = newStateFile();
  writeFileSync(file, text);
  const stderr = (await refusal(file)).trimEnd();
  expect(stderr).toMatch(message);
  expect(stderr).toContain(`The state file ${file} cannot be loaded and was not changed: `);
  expect(stderr.split("\n")).toHaveLength(1);
  expect(readFileSync(file, "utf8")).toBe(text);
});

test("a file whose recording is missing or was changed is refused", async () => {
  const file = newStateFile();
  const { close, service } = await served(file);
  await upload(service);
  await close();
  const recording = join(`${file}.recordings`, recordingFiles(file)[0] ?? "");
  const bytes = readFileSync(recording);
  bytes[50] = 1;
  writeFileSync(recording, bytes);
  expect(await refusal(file)).toMatch(/cannot be loaded.*recordings.* was changed/);
  rmSync(`${file}.recordings`, { recursive: true });
  expect(await refusal(file)).toMatch(/cannot be loaded.*recordings.* is missing/);
});

test("a state that was not saved is said, and saved after the next change", async () => {
  const file = newStateFile();
  const { written, url, close } = await serveByCommand("--log", "none", "--state", file);
  mkdirSync(`${file}.part`);
  await createCall(at(url));
  await vi.waitFor(() => expect(written.stderr).toContain("The state was not saved: EISDIR"), { timeout: 60_000 });
  rmSync(`${file}.part`, { recursive: true });
  const callId = await createCall(at(url));
  await close();
  expect(readFileSync(file, "utf8")).toContain(callId);
});

test("recordings that nothing refers to are deleted after a reset and at the start", async () => {
  const file = newStateFile();
  const first = await served(file);
  await upload(first.service);
  await vi.waitFor(() => expect(recordingFiles(file)).toHaveLength(1), { timeout: 60_000 });
  await fetch(`${first.url}/__mock__/reset`, { method: "POST" });
  await upload(first.service, wav({ seconds: 3 }));
  await first.close();
  const kept = recordingFiles(file);
  expect(kept).toHaveLength(1);
  const left = "0".repeat(64);
  for (const name of [left, `${left}.part`, "notes.txt"]) writeFileSync(join(`${file}.recordings`, name), "left over");
  const again = await served(file);
  expect(recordingFiles(file).sort()).toEqual([...kept, "notes.txt"].sort());
  expect(statSync(join(`${file}.recordings`, kept[0] ?? "")).size).toBe(wav({ seconds: 3 }).length);
  await again.close();
});

test("a snapshot with bytes is a state file, and a state with bytes that is put is kept with its recordings", async () => {
  const source = createMockService();
  await upload(source, wav({ seconds: 4 }));
  const key = source.db.uploads.list()[0]?.key;
  const bytesAt = async (url: string) => new Uint8Array(await (await fetch(`${url}/storage/${key}`)).arrayBuffer());
  const [file, given] = [newStateFile(), newStateFile()];
  const body = JSON.stringify(source.snapshot());
  writeFileSync(given, body);
  const { url, close } = await served(file);
  expect((await fetch(`${url}/__mock__/state`, { method: "PUT", body })).status).toBe(200);
  await close();
  for (const each of [file, given]) {
    const again = await served(each);
    expect(await bytesAt(again.url)).toEqual(wav({ seconds: 4 }));
    expect(recordingFiles(each)).toHaveLength(1);
    await again.close();
  }
});

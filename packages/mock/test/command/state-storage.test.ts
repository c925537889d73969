import { createHash } from "node:crypto";
import { appendFileSync, copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { run } from "../../src/command/run.js";
import { createMockService, type MockService } from "../../src/index.js";
import { startServer } from "../support/built.js";
import { createCall, grant, known, put, readAnalysis, upload } from "../support/flow.js";
import { useStateFiles } from "../support/state-files.js";
import { wav } from "../support/wav.js";

const { folder, newStateFile, cli } = useStateFiles();

/** Serves with a state file in this process; `stderr` is what it said on the way. */
async function serving(file: string, ...args: string[]) {
  const written: string[] = [];
  const result = await run(["--port", "0", "--log", "none", "--state", file, ...args], {
    stdout: () => {},
    stderr: (text) => written.push(text),
  });
  return { result, stderr: written.join("") };
}

async function served(file: string, ...args: string[]) {
  const { result, stderr } = await serving(file, ...args);
  if (!("server" in result)) throw new Error(stderr);
  return { close: () => result.server.close(), url: result.server.url, service: at(result.server.url), stderr };
}

/** What it takes to ask a server: the tables are those of a service with the same seed. */
function at(url: string): MockService {
  const addresses = { baseUrl: `${url}/v1`, campaignBaseUrl: url, storageUrl: `${url}/storage` };
  return { ...createMockService(), fetch: globalThis.fetch, addresses };
}

function recordingFiles(file: string): string[] {
  return existsSync(`${file}.recordings`) ? readdirSync(`${file}.recordings`) : [];
}

/** The call in a state file whose process was killed, and the path of the file. */
let left: { callId: string; path: string };

beforeAll(async () => {
  const path = newStateFile();
  const server = await startServer(cli(), ["--state", path]);
  left = { callId: await createCall(at(server.url)), path };
  await server.kill();
});

/** Makes a copy of what a process left that was killed: a snapshot, a log and a lock. Returns the id of the call. */
function killed(file: string): string {
  for (const part of ["", ".log", ".lock"]) copyFileSync(`${left.path}${part}`, `${file}${part}`);
  return left.callId;
}

/** The demo's state with so many calls. */
function stateOf(callCount: number) {
  const service = createMockService();
  const { agent, category, audio_url } = known(service);
  service.seed({ calls: Array(callCount).fill({ memberId: agent.id, categoryId: category.id, audio_url }) });
  return service.snapshot();
}

test("a change writes its own rows, however large the store is", async () => {
  const writtenBytes = async (callCount: number) => {
    const file = newStateFile();
    const { service, url, close } = await served(file);
    await fetch(`${url}/__mock__/state`, { method: "PUT", body: JSON.stringify(stateOf(callCount)) });
    await createCall(service);
    const before = statSync(`${file}.log`).size;
    const snapshot = statSync(file);
    await createCall(service);
    const { size, mtimeMs } = { size: statSync(`${file}.log`).size, mtimeMs: statSync(file).mtimeMs };
    expect(mtimeMs).toBe(snapshot.mtimeMs);
    await close();
    return { change: size - before, snapshot: snapshot.size };
  };
  const small = await writtenBytes(0);
  const large = await writtenBytes(1_500);
  expect(large.snapshot).toBeGreaterThan(5 * small.snapshot);
  expect(large.change).toBeLessThan(2 * small.change);
});

test("a log that outgrows the snapshot is brought into it, and nothing is lost", async () => {
  const file = newStateFile();
  const first = await served(file);
  const callIds: string[] = [];
  const text = "x".repeat(100_000);
  for (let count = 0; count < 25; count += 1)
    callIds.push(await createCall(first.service, { udfs: { text, index: count } }));
  expect(statSync(file).size).toBeGreaterThan(1_000_000);
  expect(statSync(`${file}.log`).size).toBeLessThan(statSync(file).size + 200_000);
  await first.close();
  const again = await served(file);
  const found = await Promise.all(callIds.map((callId) => readAnalysis(again.service, callId)));
  expect(found.map(({ metadata }) => metadata.udfs?.index)).toEqual(callIds.map((_, index) => index));
  await again.close();
});

test("after a clean end the file is a snapshot of everything, and neither log nor lock is there", async () => {
  const file = newStateFile();
  const { service, close } = await served(file);
  const callId = await createCall(service);
  await readAnalysis(service, callId);
  await close();
  const other = createMockService();
  other.restore(JSON.parse(readFileSync(file, "utf8")));
  expect(other.db.calls.get(callId)).toMatchObject({ polls: 1 });
  expect([existsSync(`${file}.log`), existsSync(`${file}.lock`)]).toEqual([false, false]);
});

test("a last line that is cut off was never answered: it is left out, and all lines before it count", async () => {
  const file = newStateFile();
  const callId = killed(file);
  appendFileSync(`${file}.log`, '0123456789abcdef {"clock":{"nowMs":17');
  const { service, close } = await served(file);
  expect(await readAnalysis(service, callId)).toMatchObject({ callId });
  await close();
});

test("a log with a damaged line in the middle is refused, and both files are left as they are", async () => {
  const file = newStateFile();
  killed(file);
  const log = readFileSync(`${file}.log`, "utf8");
  const damaged = `${log.replace('"rows":', '"rowz":')}${log.trimEnd().split("\n").at(-1)}\n`;
  writeFileSync(`${file}.log`, damaged);
  const snapshot = readFileSync(file, "utf8");
  const { result, stderr } = await serving(file);
  expect([result, stderr]).toEqual([{ exitCode: 1 }, expect.stringMatching(/Line 2 of .*\.log is damaged\. Restore/)]);
  expect([readFileSync(file, "utf8"), readFileSync(`${file}.log`, "utf8")]).toEqual([snapshot, damaged]);
});

test("a snapshot that was edited while there is a log is refused, for the log's changes would be lost", async () => {
  const file = newStateFile();
  killed(file);
  writeFileSync(file, `${readFileSync(file, "utf8")}\n`);
  const { result, stderr } = await serving(file);
  expect([result, stderr]).toEqual([{ exitCode: 1 }, expect.stringMatching(/\.log has changes of another snapshot/)]);
});

test("a log that a killed process has left beside a later snapshot is not replayed onto it", async () => {
  const file = newStateFile();
  const callId = killed(file);
  const log = readFileSync(`${file}.log`, "utf8");
  const { url, close } = await served(file);
  await fetch(`${url}/__mock__/reset`, { method: "POST" });
  await close();
  const hash = createHash("sha256").update(readFileSync(file)).digest("hex");
  const json = JSON.stringify({ replacedBy: hash });
  const checksum = createHash("sha256").update(json).digest("hex").slice(0, 16);
  writeFileSync(`${file}.log`, `${log}\n${checksum} ${json}\n`);
  const again = await served(file);
  const response = await fetch(`${again.url}/v1/calls/${callId}/analysis`, {
    headers: { authorization: "Bearer test-key" },
  });
  expect(response.status).toBe(404);
  await again.close();
});

test("a second process on a state file is refused, and the first goes on", async () => {
  const file = newStateFile();
  const server = await startServer(cli(), ["--state", file]);
  const { result, stderr } = await serving(file);
  expect(result).toEqual({ exitCode: 1 });
  expect(stderr).toMatch(new RegExp(`in use by process ${server.pid}\\. .*another --state file.*delete .*\\.lock`));
  const callId = await createCall(at(server.url));
  await server.stop();
  const { service, close } = await served(file);
  expect(await readAnalysis(service, callId)).toMatchObject({ callId });
  await close();
});

test("of several processes that find the lock of one that was killed, one gets it", async () => {
  const file = newStateFile();
  killed(file);
  const started = await Promise.allSettled(Array.from({ length: 3 }, () => startServer(cli(), ["--state", file])));
  const servers = started.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const reasons = started.flatMap((result) => (result.status === "rejected" ? [String(result.reason)] : []));
  await Promise.all(servers.map(({ stop }) => stop()));
  expect(servers).toHaveLength(1);
  for (const reason of reasons) expect(reason).toContain("is in use by process");
  expect(readdirSync(folder).filter((name) => name.includes(".lock") && name.startsWith(basename(file)))).toEqual([]);
});

test("without a state file a large recording is in a temporary folder, which goes with the server", async () => {
  const server = await startServer(cli(), []);
  const small = wav({ seconds: 1 });
  const large = new Uint8Array(9_000_000).map((_, index) => index % 251);
  const addresses = [await upload(at(server.url), small), await upload(at(server.url), large)];
  const folderWith = (bytes: Uint8Array) => {
    const id = createHash("sha256").update(bytes).digest("hex");
    const folders = readdirSync(tmpdir()).filter((name) => /^call-analysis-mock-[0-9a-f]{8}-/.test(name));
    return folders.find((name) => existsSync(join(tmpdir(), name, id)));
  };
  expect([folderWith(large), folderWith(small)]).toEqual([expect.any(String), undefined]);
  for (const [index, bytes] of [small, large].entries()) {
    const read = new Uint8Array(await (await fetch(addresses[index] ?? "")).arrayBuffer());
    expect(Buffer.compare(read, bytes)).toBe(0);
  }
  await server.stop();
  expect(folderWith(large)).toBeUndefined();
});

test("the lock of a process that was killed is taken over; that of another host is not", async () => {
  const file = newStateFile();
  killed(file);
  expect(existsSync(`${file}.lock`)).toBe(true);
  const { close } = await served(file);
  await close();
  const lock = { id: "1", host: `not-${hostname()}`, processId: 1, startedAt: null };
  writeFileSync(`${file}.lock`, JSON.stringify(lock));
  expect((await serving(file)).stderr).toContain(`process 1 of the host not-${hostname()}`);
});

test("a number that another process has by now does not hold the lock", async () => {
  const file = newStateFile();
  const lock = { id: "1", host: hostname(), processId: process.pid, startedAt: "an earlier boot 1" };
  writeFileSync(`${file}.lock`, JSON.stringify(lock));
  if (process.platform !== "linux") return;
  const { close } = await served(file);
  await close();
});

test("a file of a later version says so, and one that is no JSON says what to do", async () => {
  const file = newStateFile();
  writeFileSync(file, '{"version":2,"anything":1}');
  expect((await serving(file)).stderr).toMatch(/version 2, .*update @call-analysis\/mock/);
  writeFileSync(file, '{"version":1,"seed":');
  expect((await serving(file)).stderr).toMatch(/is not JSON: restore it from a copy/);
});

test("--seed and --scenario that a state overrides are told, and count after a reset", async () => {
  const file = newStateFile();
  const first = await served(file, "--seed", "2");
  expect(first.stderr).toBe("");
  await first.close();
  const { stderr, url, close } = await served(file, "--seed", "5", "--scenario", "empty");
  expect(stderr).toMatch(/--seed and --scenario will count after POST \/__mock__\/reset only/);
  await fetch(`${url}/__mock__/reset`, { method: "POST" });
  expect(await (await fetch(`${url}/__mock__/state`)).json()).toMatchObject({ seed: 5 });
  await close();
  const again = await served(file);
  expect(again.stderr).toBe("");
  await again.close();
});

test("recordings that nothing refers to are deleted at reset and at the start", async () => {
  const file = newStateFile();
  const first = await served(file);
  await upload(first.service);
  expect(recordingFiles(file)).toHaveLength(1);
  await fetch(`${first.url}/__mock__/reset`, { method: "POST" });
  expect(recordingFiles(file)).toEqual([]);
  await upload(first.service, wav({ seconds: 3 }));
  await first.close();
  const kept = recordingFiles(file);
  for (const name of ["0".repeat(64), "9f0c.part"]) writeFileSync(join(`${file}.recordings`, name), "left over");
  writeFileSync(join(`${file}.recordings`, "notes.txt"), "not ours");
  const again = await served(file);
  expect(recordingFiles(file).sort()).toEqual([...kept, "notes.txt"].sort());
  await again.close();
});

test("an upload that breaks off leaves no file", async () => {
  const file = newStateFile();
  const { service, close } = await served(file, "--fault", '{"upload":{"cutAfterBytes":20000}}');
  const { presignedUrl } = await grant(service);
  await expect(put(service, presignedUrl, wav({ seconds: 60 }))).rejects.toThrow(TypeError);
  expect(recordingFiles(file)).toEqual([]);
  await close();
});

test("a state with bytes that is put is kept with its recordings", async () => {
  const source = createMockService();
  await upload(source, wav({ seconds: 4 }));
  const file = newStateFile();
  const { url, close } = await served(file);
  const body = JSON.stringify(source.snapshot());
  expect((await fetch(`${url}/__mock__/state`, { method: "PUT", body })).status).toBe(200);
  await close();
  const again = await served(file);
  const key = source.db.uploads.list()[0]?.key;
  const recording = await fetch(`${again.url}/storage/${key}`);
  expect(new Uint8Array(await recording.arrayBuffer())).toEqual(wav({ seconds: 4 }));
  await again.close();
});

test("after kill -9 every recording that was answered is there, byte for byte", async () => {
  const file = newStateFile();
  const server = await startServer(cli(), ["--state", file]);
  const service = at(server.url);
  const answered = new Map<string, Uint8Array>();
  const flows = Array.from({ length: 6 }, async (_, flow) => {
    for (let seconds = 1; ; seconds += 1) {
      const bytes = wav({ seconds: seconds + flow / 10 });
      answered.set(new URL(await upload(service, bytes)).pathname, bytes);
    }
  });
  const ended = Promise.allSettled(flows);
  await expect.poll(() => answered.size, { timeout: 60_000, interval: 1 }).toBeGreaterThan(40);
  await server.kill();
  await ended;
  const again = await served(file);
  for (const [path, bytes] of answered) {
    const response = await fetch(`${again.url}${path}`);
    expect([path, new Uint8Array(await response.arrayBuffer())]).toEqual([path, bytes]);
  }
  await again.close();
});

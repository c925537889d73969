import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createMockService, type JournalEntry } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";
import { test as base, expect } from "vitest";
import { curlCommand } from "../src/pages/journal/code/curl.ts";
import { sdkCode } from "../src/pages/journal/code/sdk-code.ts";
import { testCode } from "../src/pages/journal/code/test-code.ts";
import { recordRequests } from "./support/recorded-requests.ts";
import { wav } from "./support/wav.ts";

const run = promisify(execFile);

const repository = fileURLToPath(new URL("../../../", import.meta.url));

const tsconfig = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    module: "nodenext",
    target: "es2023",
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
    typeRoots: [join(repository, "node_modules/@types")],
  },
};

/** A folder in which the packages are installed, a fake that is served, and the journal of many requests to it. */
const test = base
  // Vitest reads the fixtures that a fixture needs from this pattern.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  .extend("folder", async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), "copied-code-"));
    onCleanup(() => rm(folder, { recursive: true }));
    await symlink(join(repository, "packages/console/node_modules"), join(folder, "node_modules"));
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
    await writeFile(join(folder, "recording.wav"), wav(1));
    return folder;
  })
  // Vitest reads the fixtures that a fixture needs from this pattern.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  .extend("fake", async ({}, { onCleanup }) => {
    const service = createMockService();
    const server = await serve(service, { port: 0 });
    onCleanup(() => server.close());
    return { service, root: service.addresses.campaignBaseUrl };
  })
  .extend("entries", async ({ fake }) => {
    const entries = await recordRequests(fake.service);
    fake.service.faults.clear();
    return entries;
  });

test("every copy compiles, and those as tests pass", async ({ folder, entries, fake }) => {
  expect(new Set(entries.map(({ operation }) => operation)).size).toBe(13);
  await Promise.all(entries.map((entry) => writeFile(join(folder, `entry-${entry.id}.test.ts`), testCode(entry))));
  await Promise.all(entries.map((entry) => writeFile(join(folder, programName(entry)), sdkCode(entry, fake.root))));
  await expectToSucceed(join(repository, "node_modules/.bin/tsc"), ["-p", folder]);
  await expectToSucceed(join(repository, "node_modules/.bin/vitest"), ["run", "--no-isolate", "--root", folder]);
});

test("every request can be copied as a program, which sends it", async ({ folder, entries, fake }) => {
  const { service, root } = fake;
  await Promise.all(entries.map((entry) => writeFile(join(folder, programName(entry)), sdkCode(entry, root))));
  service.journal.clear();
  await writeFile(join(folder, "run-all.mjs"), runAll(entries.map(programName), root));
  const { stdout } = await run(process.execPath, ["run-all.mjs"], { cwd: folder });
  const lastIds: number[] = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
  expect(lastIds).toHaveLength(entries.length);
  for (const [index, entry] of entries.entries()) {
    const isOfProgram = ({ id }: JournalEntry) => id > (lastIds[index - 1] ?? 0) && id <= (lastIds[index] ?? 0);
    expect(service.journal.entries().filter(isOfProgram).map(facts)).toContainEqual(facts(entry));
  }
});

function programName({ id }: JournalEntry): string {
  return `entry-${id}.ts`;
}

/** A program that runs others one after another, and writes last with which entry of the journal each has ended. */
function runAll(programs: readonly string[], root: string): string {
  return `const lastIds = [];
for (const program of ${JSON.stringify(programs)}) {
  await import("./" + program).catch(() => {});
  const { entries } = await (await fetch("${root}/__mock__/journal?bodies=none")).json();
  lastIds.push(Math.max(0, ...entries.map(({ id }) => id)));
}
console.log(JSON.stringify(lastIds));
`;
}

test("every request can be copied as a command, which sends it", async ({ folder, entries, fake }) => {
  const { service, root } = fake;
  for (const entry of entries.filter(({ operation }) => operation !== "uploadRecording")) {
    service.journal.clear();
    const { stdout } = await run("bash", ["-c", curlCommand(entry, root)], { cwd: folder });
    expect(stdout).not.toContain("test-key");
    expect(service.journal.entries().map(facts)).toEqual([facts(entry)]);
  }
});

/** What a copy must send. What the fake answers depends on its state, which has changed since. */
function facts({ operation, method, path, organizationId, request: { content } }: JournalEntry) {
  // The recording and the address of an upload are others.
  if (operation === "uploadRecording") return { operation, method };
  return { operation, method, path, organizationId, content };
}

async function expectToSucceed(command: string, args: string[]): Promise<void> {
  const output = await run(command, args).then(
    () => "",
    (error: { stdout: string; stderr: string }) => `${error.stdout}\n${error.stderr}`,
  );
  expect(output).toBe("");
}

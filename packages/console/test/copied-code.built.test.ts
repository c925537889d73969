import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMockService, type JournalEntry, type Rule } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";
import { test as base, expect } from "vitest";
import { compile, root as repository, run } from "../../../scripts/test/consumer-projects.ts";
import { requiresLongTests, requiresProgram } from "../../../scripts/test-requirements.ts";
import { curlCommand } from "../src/pages/journal/code/curl.ts";
import { sdkCode } from "../src/pages/journal/code/sdk-code.ts";
import { testCode } from "../src/pages/journal/code/test-code.ts";
import { ruleCommand, seedCode, seedLine } from "../src/pages/rules/rule-code.ts";
import { startCommand } from "./support/command.ts";
import { hostileText, recordRequests } from "./support/recorded-requests.ts";
import { wav } from "./support/wav.ts";

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

const requiresCurl = { ...requiresLongTests, ...requiresProgram("curl") };

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
  .extend("recorded", async ({ fake }) => {
    const recorded = await recordRequests(fake.service);
    fake.service.rules.clear();
    return recorded;
  })
  .extend("entries", async ({ recorded }) => recorded.entries);

test("every copy compiles, and those as tests pass", requiresLongTests, async ({ folder, recorded, fake }) => {
  const { entries } = recorded;
  expect(new Set(entries.map(({ operation }) => operation)).size).toBe(13);
  await writeFile(join(folder, "entries.test.ts"), oneFile(entries.map(testCode)));
  await Promise.all(entries.map((entry) => writeFile(join(folder, programName(entry)), sdkCode(entry, fake.root))));
  const lost = entries.filter(({ operation, lostResponse }) => operation === "createCall" && lostResponse);
  expect(lost.filter((entry) => testCode(entry).includes('"SubmissionUncertainError"'))).toHaveLength(3);
  // The entry was one request: what a recovery sends after it meets no fault.
  for (const entry of lost) expect(testCode(entry)).toContain("times: 1");
  await writeFile(join(folder, "rules.test.ts"), rulesTest());
  expect(await compile(folder)).toBe("");
  const vitest = join(repository, "node_modules/vitest/vitest.mjs");
  await run(process.execPath, [vitest, "run", "--maxWorkers=1"], folder);
});

/** Many copies as one file, which takes less time: each in its own block, below the imports that all of them begin with. */
function oneFile(copies: readonly string[]): string {
  const [head] = /^(import .*\n)+/.exec(copies[0] ?? "") ?? [""];
  for (const copy of copies) expect(copy.startsWith(`${head}\n`)).toBe(true);
  return `${head}${copies.map((copy) => `{${copy.slice(head.length)}}\n`).join("")}`;
}

test(
  "every request can be copied as a program, which sends it",
  requiresLongTests,
  async ({ folder, entries, fake }) => {
    const { service, root } = fake;
    await Promise.all(entries.map((entry) => writeFile(join(folder, programName(entry)), sdkCode(entry, root))));
    service.journal.clear();
    await writeFile(join(folder, "run-all.mjs"), runAll(entries.map(programName), root));
    const stdout = await run(process.execPath, ["run-all.mjs"], folder);
    const lastIds: number[] = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
    expect(lastIds).toHaveLength(entries.length);
    for (const [index, entry] of entries.entries()) {
      const isOfProgram = ({ id }: JournalEntry) => id > (lastIds[index - 1] ?? 0) && id <= (lastIds[index] ?? 0);
      expect(service.journal.entries().filter(isOfProgram).map(facts)).toContainEqual(facts(entry));
    }
  },
);

/** The rules of a new service, with what every kind can have. */
function someRules(): Rule[] {
  const service = createMockService();
  const { faults, engine, rules } = service;
  faults.inject({
    operation: "createCall",
    match: { udfs: { note: hostileText } },
    status: 429,
    retryAfter: 2,
    times: 3,
  });
  faults.inject({ network: "error", when: "after", skip: 2, probability: 0.5, latencyMs: 5 });
  faults.inject({ upload: { bytesPerSecond: 9 } });
  faults.inject({
    operation: "listAgents",
    sequence: [{ status: 503, body: { no: 1 } }, "pass", { body: "truncate" }],
  });
  service.hold("createAgent", { name: hostileText });
  rules.update(service.hold("getCategory").id, { times: 2, enabled: false });
  engine
    .when({ udfs: { vip: true } })
    .complete({ score: 91 })
    .afterPolls(2);
  engine.when({}).fail(hostileText).afterMs(5);
  rules.update(engine.when({ filename: "a.wav" }).stall().id, { times: 1, skip: 1 });
  faults.inject({ operation: "listAgents", status: 200, body: { data: [] }, times: 4 });
  faults.inject({ operation: "listAgents", status: 304, when: "after" });
  return rules.list();
}

/** What must be the same of a rule that is made again. Without a match it is about all, and a body may be a text. */
function meaning({ when: { operation, match = {} } = {}, then, times, skip, probability, enabled }: Rule) {
  const isAll = Object.keys(match).length === 0;
  return { operation, match: isAll ? {} : match, then, times, skip, probability, enabled };
}

/** Tests of what is copied as TypeScript. */
function rulesTest(): string {
  const tests = someRules().map((rule) => {
    return `test(${JSON.stringify(rule.id)}, async ({ service }) => {
${seedCode(rule)}
  const [{ when, ...rule } = { when: {} }] = service.rules.list();
  const { operation, match = {} }: { operation?: unknown; match?: unknown } = when ?? {};
  expect({ operation, match, ...rule }).toMatchObject(${JSON.stringify(meaning(rule))});
});
`;
  });
  return `import { test } from "@call-analysis/mock/vitest";\nimport { expect } from "vitest";\n\n${tests.join("\n")}`;
}

test("every rule can be copied as a command, which adds it", requiresCurl, async ({ folder, fake }) => {
  const { service, root } = fake;
  for (const rule of someRules()) {
    const command = ruleCommand(rule, { url: `${root}/__mock__`, hasToken: false });
    await run("bash", ["-c", `${command} --fail -s`], folder);
    const [added] = service.rules.list();
    expect(added && JSON.parse(JSON.stringify(meaning(added)))).toEqual(JSON.parse(JSON.stringify(meaning(rule))));
  }
  service.rules.clear();
});

test(
  "every rule can be copied as a line of a seed file, with which a fake starts",
  requiresLongTests,
  async ({ folder }) => {
    const rules = someRules();
    const file = join(folder, "seed.yaml");
    await writeFile(file, seedFile(rules.map(seedLine)));
    const command = await startCommand("--seed-file", file);
    const response = await fetch(new URL("rules", command.printedUrl));
    const listed = ((await response.json()) as { rules: Rule[] }).rules.map(meaning);
    await command.stop();
    expect(listed).toHaveLength(rules.length);
    for (const rule of rules) expect(listed).toContainEqual(JSON.parse(JSON.stringify(meaning(rule))));
  },
);

/** Lines such as `rules: [{ … }]` as one file, in which each name stands once. */
function seedFile(lines: readonly string[]): string {
  const lists = new Map<string, string[]>();
  for (const line of lines) {
    const [, name = "", row = ""] = /^(\w+): \[(.*)\]\n$/s.exec(line) ?? [];
    lists.set(name, [...(lists.get(name) ?? []), row]);
  }
  return [...lists].map(([name, rows]) => `${name}: [${rows.join(", ")}]\n`).join("");
}

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

test("every request can be copied as a command, which sends it", requiresCurl, async ({ folder, entries, fake }) => {
  const { service, root } = fake;
  const copied = entries.filter(({ operation }) => operation !== "uploadRecording");
  service.journal.clear();
  const commands = copied.map((entry) => curlCommand(entry, root)).join("\n");
  const stdout = await run("bash", ["-c", commands], folder);
  expect(stdout).not.toContain("test-key");
  expect(service.journal.entries().map(facts)).toEqual(copied.map(facts));
});

/** What a copy must send. What the fake answers depends on its state, which has changed since. */
function facts({ operation, method, path, organizationId, request: { content } }: JournalEntry) {
  // The recording and the address of an upload are others.
  if (operation === "uploadRecording") return { operation, method };
  return { operation, method, path, organizationId, content };
}

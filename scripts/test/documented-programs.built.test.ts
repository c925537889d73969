/** Runs the programs of the READMEs, the guides and the skills as a reader would, and compares what they print with what is shown. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Readable } from "node:stream";
import { createMockService } from "@call-analysis/mock";
import { type RunningServer, serve } from "@call-analysis/mock/server";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { requiresLongTests } from "../test-requirements.ts";
import { root, run } from "./consumer-projects.ts";

interface Program {
  document: string;
  /** The file that it is saved as. */
  file: string;
  /** A command of the repository's packages, with its parameters. */
  command: string;
  code: string;
  /** What is shown; undefined where that depends on the version of the fake, or on the time. */
  output: string | undefined;
}

const readmes = ["README.md", "packages/sdk/README.md", "packages/mock/README.md", "docs/index.md", "docs/start.md"];
const skills = globSync("packages/*/skills/*/SKILL.md", { cwd: root }).sort();
const programs = [
  ...readmes.map(firstExampleOf),
  ...globSync("docs/guides/*.md", { cwd: root }).flatMap(programsOfGuide),
  ...skills.flatMap(recipesOf),
];

// Inside the repository, where the packages are installed.
const parent = join(root, ".guides");

let folder: string;
let server: RunningServer;

beforeAll(async () => {
  await mkdir(parent, { recursive: true });
  folder = await mkdtemp(join(parent, "programs-"));
  server = await serve(createMockService({ progression: { mode: "immediate" } }), { port: 0 });
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

test("there are programs in the guides, and three recipes in each skill", () => {
  expect(programs.filter(({ document }) => document.startsWith("docs/guides/")).length).toBeGreaterThan(3);
  expect(skills.map((skill) => programs.filter(({ document }) => document === skill).length)).toEqual([3, 3]);
});

// First, since each waits for seconds.
describe.concurrent("the journal of the guide to many machines", requiresLongTests, () => {
  test("keeps the rules of a journal, over several connections in each of two processes at once", async () => {
    const project = await journalProject();
    const cases = `
      import { journalCases } from "@call-analysis/sdk/journal-conformance";
      let connections = 0;
      const connect = async () => (await import(\`./connection.mjs?\${connections++}\`)).journal;
      for (const { run } of journalCases) await run(connect);
      console.log(journalCases.length > 0);`;
    await writeFile(join(project, "cases.mjs"), cases);
    const both = await Promise.all([1, 2].map(() => runNode("cases.mjs", project)));
    expect(both).toEqual(["true\n", "true\n"]);
  });

  test("gives each key to one of the processes that claim it at once, also after releases, and keeps the address", async () => {
    const project = await journalProject();
    // A busy disk keeps a process out for seconds, from its first statement on.
    const other = new DatabaseSync(join(project, "creations.db"));
    other.exec("BEGIN EXCLUSIVE");
    setTimeout(() => other.close(), 6_000);
    const claims = `
      import { journal } from "./connection.mjs";
      const claimed = [];
      for (let key = 0; key < 100; key++) {
        const audio_url = \`https://store/\${key}\`;
        const claim = await journal.claim(String(key), { recreate: false, call: { audio_url } });
        if (claim.status === "unknown" && claim.audio_url !== audio_url) throw new Error(JSON.stringify(claim));
        if (claim.status !== "claimed") continue;
        await journal.released(String(key));
        if ((await journal.claim(String(key), { recreate: false, call: { audio_url } })).status !== "claimed") continue;
        await journal.created(String(key), "call");
        claimed.push(key);
      }
      console.log(JSON.stringify(claimed));`;
    await writeFile(join(project, "claims.mjs"), claims);
    const claimed = await Promise.all([1, 2, 3].map(() => runNode("claims.mjs", project)));
    const keys = claimed.flatMap((printed) => JSON.parse(printed) as number[]);
    expect(keys.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 100 }, (_, key) => key));
  });
});

describe.concurrent("a program of a document", requiresLongTests, () => {
  test.each(programs)("$file of $document runs, and prints what is shown", async ({ file, command, code, output }) => {
    const project = await mkdtemp(join(folder, "program-"));
    for (const path of ["recordings", "examples/quickstart"]) await mkdir(join(project, path), { recursive: true });
    // The README is read in the root of the repository, and has a path of there. Other pages have it beside the program.
    const ofExample = "examples/quickstart/recordings";
    await symlink(join(root, ofExample), join(project, ofExample), "junction");
    await copyFile(join(root, ofExample, "sales-call.wav"), join(project, "sales-call.wav"));
    for (const name of ["a", "b"]) await writeFile(join(project, `recordings/${name}.wav`), `recording ${name}`);
    await writeFile(join(project, file), code);
    const [program = "", ...parameters] = command.split(" ");
    const printed = await run(join(root, "node_modules/.bin", program), parameters, project, variablesOfFake());
    expect(printed.trim()).not.toBe("");
    if (output !== undefined) expect(printed).toBe(output);
  });
});

function runNode(file: string, project: string): Promise<string> {
  return run(join(root, "node_modules/.bin/node"), [file], project);
}

/** A module that has the page's journal on a file, as a connection of its own. */
async function journalProject(): Promise<string> {
  const project = await mkdtemp(join(folder, "journal-"));
  const page = textOf("docs/guides/many-machines.md");
  const [, code = ""] = /`node journal\.mjs`:\n\n```js\n([\s\S]*?)\nconst service = /.exec(page) ?? [];
  const onFile = code.replace('":memory:"', JSON.stringify(join(project, "creations.db")));
  expect(onFile).not.toBe(code);
  await writeFile(join(project, "connection.mjs"), `${onFile}\nexport { journal };\n`);
  return project;
}

describe("the server of the guide to uploads", () => {
  test("takes a form, and refuses a recording that is too large with 413", async () => {
    const { port } = await startUploadServer();
    const post = async (sizeBytes: number) => {
      const response = await fetch(`http://127.0.0.1:${port}`, { method: "POST", body: formOf(sizeBytes) });
      return [response.status, Object.keys((await response.json()) as object)];
    };
    expect(await post(1_000)).toEqual([202, ["callId"]]);
    expect(await post(3_000_000)).toEqual([413, ["error"]]);
  });

  test("outlives a sender who goes in the middle of a file", async () => {
    const { port, program } = await startUploadServer();
    const socket = connect(port, "127.0.0.1");
    const part = '--x\r\nContent-Disposition: form-data; name="recording"; filename="a.wav"\r\n\r\nRIFF';
    const headers = "Host: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9999";
    socket.end(`POST / HTTP/1.1\r\n${headers}\r\n\r\n${part}`);
    await once(socket.resume(), "close");
    const response = await fetch(`http://127.0.0.1:${port}`, { method: "POST", body: formOf(1_000) });
    expect([response.status, program.exitCode]).toEqual([202, null]);
  });
});

function formOf(sizeBytes: number): FormData {
  const form = new FormData();
  form.append("recording", new Blob([new Uint8Array(sizeBytes)], { type: "audio/wav" }), "call.wav");
  return form;
}

/** Starts it as its readers do, on a free port, and with a limit that a test can reach. */
async function startUploadServer(): Promise<{ port: number; program: ChildProcessByStdio<null, Readable, null> }> {
  const project = await mkdtemp(join(folder, "uploads-"));
  await mkdir(join(project, "node_modules"));
  const busboy = "node_modules/busboy";
  await symlink(join(root, "examples/express-upload", busboy), join(project, busboy), "junction");
  const [, code = ""] = /`upload-server\.mjs`:\n\n```js\n([\s\S]*?)```/.exec(textOf("docs/guides/uploads.md")) ?? [];
  const listening = '.listen(0, "127.0.0.1", function () { console.log(this.address().port); })';
  const tried = code.replace('.listen(3000, "127.0.0.1")', listening).replace("500_000_000", "1_000_000");
  await writeFile(join(project, "upload-server.mjs"), tried);
  const env = { ...process.env, ...variablesOfFake() };
  const program = spawn(process.execPath, ["upload-server.mjs"], {
    cwd: project,
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void program.kill());
  const [port] = await once(program.stdout, "data");
  return { port: Number(port), program };
}

function variablesOfFake(): NodeJS.ProcessEnv {
  return { CALL_ANALYSIS_BASE_URL: `${server.url}/v1`, CALL_ANALYSIS_API_KEY: "test-key" };
}

/** The first example of a page, and the block of output below it. */
function firstExampleOf(document: string): Program {
  const [, code = "", output = ""] =
    /```ts\n([\s\S]*?)```\n[\s\S]*?```text\n([\s\S]*?)```/.exec(textOf(document)) ?? [];
  return { document, file: "example.ts", command: "node example.ts", code, output };
}

/** What a guide tells a reader to save and to run with Node or vitest. */
function programsOfGuide(document: string): Program[] {
  const text = textOf(document);
  const pattern =
    /Save this as\s+`([^`]+)`, and run\s+`(?:npx )?((?:node|vitest) [^`]+)`:\n\n```(?:js|ts)\n([\s\S]*?)```\n(?:\n```text\n([\s\S]*?)```)?/g;
  return [...text.matchAll(pattern)].map(([, file = "", command = "", code = "", output]) => {
    const whole = file.endsWith(".test.mjs") ? [code, ...furtherTests(text)].join("\n") : code;
    return { document, file, command, code: whole, output };
  });
}

/** The tests that a guide shows after the file that they belong to. */
function furtherTests(guide: string): string[] {
  return [...guide.matchAll(/```js\n(test\([\s\S]*?)```/g)].map(([, code = ""]) => code);
}

/** The recipes of a skill for coding agents. What each prints stands in a comment. */
function recipesOf(document: string): Program[] {
  return [...textOf(document).matchAll(/^## (.*)\n\n```ts\n([\s\S]*?)```/gm)].map(([, heading = "", code = ""]) => {
    const [, shown] = /console\.log\(.*; \/\/ prints (.*)$/m.exec(code) ?? [];
    const file = `${heading.replaceAll(/\W+/g, "-")}.ts`;
    return { document, file, command: `node ${file}`, code, output: shown && `${shown}\n` };
  });
}

function textOf(document: string): string {
  return readFileSync(join(root, document), "utf8");
}

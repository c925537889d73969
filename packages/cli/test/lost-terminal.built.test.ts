/** A terminal that is closed, and streams that take nothing: the work goes on, or ends in order. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect, test } from "vitest";
import { commandPath } from "./support/built-command.ts";
import { jsonLines, numbered, setUpFolder } from "./support/command.ts";
import { startInTerminal } from "./support/terminal.ts";

async function setUp(count = 6) {
  const served = await setUpFolder(numbered(count));
  const { cwd } = served;
  const flags = [...served.flags, "--journal", "j", "--yes"];
  const uncertain = async () =>
    (await fileJournal(join(cwd, "j")).entries()).filter(({ state }) => state === "uncertain");
  /** Runs a line of bash in which `$C` is the command. */
  const shell = async (line: string) => {
    const env = { ...served.env, C: `${process.execPath} ${commandPath}` };
    const child = spawn("/bin/bash", ["-c", line], { env, cwd, stdio: ["ignore", "pipe", "pipe"] });
    const written = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk) => (written.stdout += chunk));
    child.stderr.on("data", (chunk) => (written.stderr += chunk));
    const [exitCode] = await once(child, "close");
    return { exitCode, ...written };
  };
  return { ...served, flags, uncertain, shell };
}

test("a terminal that is closed lets the calls that are being created finish, and the command ends by SIGHUP", async () => {
  const { service, env, cwd, flags, uncertain, calls } = await setUp();
  const gate = service.hold("createCall");
  const run = startInTerminal(["analyze", "recordings", ...flags], { env, cwd, columns: 80 });
  await expect.poll(() => gate.held).toBe(4);
  run.close();
  // Frames are drawn ten times a second: these find the terminal gone.
  await new Promise((resolve) => setTimeout(resolve, 500));
  gate.release();
  expect(await run.endedBy).toEqual({ exitCode: 0, signal: 1 });
  expect(await uncertain()).toEqual([]);
  expect(calls()).toHaveLength(4);
});

test.each([
  { where: "nobody reads it", to: "2> >(head -1 > /dev/null)" },
  { where: "the disk is full", to: "2> /dev/full" },
])("progress and messages are dropped where $where, and the batch goes on to its end", async ({ to }) => {
  const { shell, flags, calls } = await setUp();
  const { exitCode, stdout } = await shell(`$C analyze recordings ${flags.join(" ")} ${to}`);
  expect(exitCode).toBe(0);
  expect(jsonLines(stdout).map(({ ok }) => ok)).toEqual([true, true, true, true, true, true]);
  expect(calls()).toHaveLength(6);
});

test("an error keeps its exit code where it cannot be told", async () => {
  const { shell } = await setUp(0);
  expect(await shell("$C agents list 2> /dev/full")).toMatchObject({ exitCode: 0 });
  expect(await shell("$C anlyze 2> /dev/full")).toMatchObject({ exitCode: 2 });
});

test.each(["--help", "completion bash", "agents list"])(
  "%s that cannot be written exits with 1, and one line says why",
  async (parameters) => {
    const { shell } = await setUp(0);
    const stderr = "Error: The results cannot be written to stdout: the disk is full.\n";
    expect(await shell(`$C ${parameters} > /dev/full`)).toMatchObject({ exitCode: 1, stderr });
  },
);

test("a reader that wants one line alone gets it, and hears of no error", async () => {
  const { shell } = await setUp(0);
  const stdout = expect.stringMatching(/^\{.*\}\n$/);
  expect(await shell("$C agents list | head -1")).toMatchObject({ stdout, stderr: "" });
});

test("a new file gets a byte order mark, and one that is appended to gets no other", async () => {
  const { shell } = await setUp(0);
  const { stdout } = await shell("$C agents list --csv > a.csv; $C agents list --csv >> a.csv; cat a.csv");
  expect(stdout.match(/\ufeff?id,userId/g)).toEqual(["\ufeffid,userId", "id,userId"]);
});

test("prospects whose rows cannot be written say with which row to go on", async () => {
  const { shell, cwd, service } = await setUp(0);
  const campaign = service.db.campaigns.list()[0]?.id ?? "";
  writeFileSync(join(cwd, "people.csv"), "name,phone\nA,1\nB,2\nC,3\n");
  const { exitCode, stderr } = await shell(`$C prospects add ${campaign} --from people.csv > /dev/full`);
  expect(exitCode).toBe(1);
  expect(stderr).toContain("--start-row 3");
  expect(service.db.prospects.list()).toHaveLength(1);
});

/** What the command says on a Node that is too old for its journal. */
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { commandPath, startCommand } from "./support/built-command.ts";
import { temporaryFolder } from "./support/command.ts";

/** The command, in a process that says that its Node has this version. */
async function runOn(node: string, ...parameters: string[]) {
  const code = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${node}" } });
    process.argv = [process.argv[0], "call-analysis", ...${JSON.stringify(parameters)}];
    await import("${pathToFileURL(commandPath)}");`;
  const cwd = temporaryFolder();
  const within = [process.execPath, "--input-type=module", "-e", code];
  const { written, ended } = startCommand([], { env: { HOME: cwd }, cwd, within });
  return { exitCode: await ended, ...written };
}

test.each([
  ["--version", /^\d+\.\d+\.\d+\n$/],
  ["--help", /^Usage: call-analysis /],
])("on Node 20, %s works", async (parameter, expected) => {
  const { exitCode, stdout } = await runOn("20.19.0", parameter);
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(expected)]);
});

test.each([
  ["20.19.0", "agents"],
  ["22.12.0", "agents"],
  ["18.20.8", "--help"],
])("on Node %s, %s ends with one sentence", async (node, parameter) => {
  expect(await runOn(node, parameter)).toEqual({
    exitCode: 2,
    stdout: "",
    stderr: `call-analysis needs Node 22.13 or later. This is Node ${node}.\n`,
  });
});

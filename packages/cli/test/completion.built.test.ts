import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requiresProgram } from "../../../scripts/test-requirements.ts";
import { commandPath } from "./support/built-command.ts";
import { temporaryFolder } from "./support/command.ts";
import { startProgramInTerminal } from "./support/terminal.ts";

/** A folder in the PATH with the command, as npm installs it. */
function setUp() {
  const folder = temporaryFolder();
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const path = join(bin, "call-analysis");
  writeFileSync(path, `#!/bin/sh\nexec "${process.execPath}" "${commandPath}" "$@"\n`);
  chmodSync(path, 0o755);
  mkdirSync(join(folder, "recordings"));
  const env = { HOME: folder, PATH: `${bin}:${process.env.PATH}`, TERM: "dumb" };
  const run = (command: string, ...parameters: string[]) =>
    execFileSync(command, parameters, { env, cwd: folder, encoding: "utf8" });
  return { folder, env, run };
}

const bashCompletion = "/usr/share/bash-completion/bash_completion";
const libraries = ["", ...(existsSync(bashCompletion) ? [bashCompletion] : [])];

test.each(libraries)(
  "bash in a terminal completes, and runs nothing of the line (with the package %j)",
  async (library) => {
    const { folder, env } = setUp();
    writeFileSync(join(folder, "results.csv"), "the results of yesterday\n");
    const startFile = `PS1='$ '; ${library && `source ${library};`} source <(call-analysis completion bash)\n`;
    writeFileSync(join(folder, "start"), startFile);
    const bash = startProgramInTerminal(["bash", "--noprofile", "--rcfile", join(folder, "start"), "-i"], {
      env,
      cwd: folder,
      columns: 200,
    });
    const completed = async (typed: string, shown: string) => {
      bash.type(`${typed}\t`);
      await expect.poll(() => bash.screen()).toContain(shown);
      // Empties the line.
      bash.type("\u0015");
    };
    await completed("call-analysis categ", "call-analysis categories");
    await completed("call-analysis analyze recor", "call-analysis analyze recordings/");
    const line = "call-analysis analyze recordings --member x > results.csv --cat";
    await completed(line, `${line}egory`);
    const redirected = "call-analysis analyze recordings 2> resul";
    await completed(redirected, `${redirected}ts.csv`);
    for (const word of ['"$(touch ran)"', "2>ran"]) {
      await completed(`call-analysis analyze ${word} --mem`, `${word} --member`);
    }
    expect(await bash.screen()).not.toContain("command not found");
    expect(readFileSync(join(folder, "results.csv"), "utf8")).toBe("the results of yesterday\n");
    expect(existsSync(join(folder, "ran"))).toBe(false);
  },
);

test("zsh takes the script and knows the command", requiresProgram("zsh"), () => {
  const { run } = setUp();
  const script = `
    autoload -U compinit && compinit -u -D
    source <(call-analysis completion zsh)
    print -r -- "$_comps[call-analysis]"`;
  expect(run("zsh", "-f", "-c", script)).toContain("call");
});

test("fish completes commands by the script", requiresProgram("fish"), () => {
  const { run } = setUp();
  const script = `call-analysis completion fish | source; complete -C "call-analysis cat"`;
  expect(run("fish", "--no-config", "-c", script)).toContain("categories");
});

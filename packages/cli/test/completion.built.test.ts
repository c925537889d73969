import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandPath } from "./support/built-command.ts";
import { temporaryFolder } from "./support/command.ts";

const hasShell = (shell: string) => spawnSync(shell, ["--version"]).status === 0;

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
  return { folder, run };
}

test.each([
  { given: ["ag"], first: "agents" },
  { given: ["agents", ""], first: "list" },
  { given: ["analyze", "--cat"], first: "--category" },
  { given: ["config", "set", "--api-key-c"], first: "--api-key-command" },
  { given: ["calls", "w"], first: "wait" },
])("the completion of $given begins with $first", ({ given, first }) => {
  const { run } = setUp();
  expect(run("call-analysis", "complete", "--", ...given).split(/[\t\n]/)[0]).toBe(first);
});

test("bash completes commands by the script", () => {
  const { run } = setUp();
  const script = `
    source /usr/share/bash-completion/bash_completion
    source <(call-analysis completion bash)
    COMP_WORDS=(call-analysis cat); COMP_CWORD=1; COMP_LINE="call-analysis cat"; COMP_POINT=17
    "$(complete -p call-analysis | sed 's/.*-F \\([^ ]*\\).*/\\1/')"
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  expect(run("bash", "-c", `exec 2>/dev/null; shopt -s extglob; ${script}`)).toContain("categories");
});

test.skipIf(!hasShell("zsh"))("zsh takes the script and knows the command", () => {
  const { run } = setUp();
  const script = `
    autoload -U compinit && compinit -u -D
    source <(call-analysis completion zsh)
    print -r -- "$_comps[call-analysis]"`;
  expect(run("zsh", "-f", "-c", script)).toContain("call");
});

test.skipIf(!hasShell("fish"))("fish completes commands by the script", () => {
  const { run } = setUp();
  const script = `call-analysis completion fish | source; complete -C "call-analysis cat"`;
  expect(run("fish", "--no-config", "-c", script)).toContain("categories");
});

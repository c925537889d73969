/** `call-analysis completion`: the scripts that let a shell complete commands and flags. */
import { readFile } from "node:fs/promises";
import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";
import type { Context } from "./context.js";
import { writeText } from "./output/write-text.js";

/**
 * The shells with a script of our own in `completion/`. The library's scripts for them execute the line being typed,
 * with its redirections and substitutions. Ours pass on the words unchanged, and evaluate nothing. The library's script
 * for fish also evaluates nothing.
 */
const ownScripts = ["bash", "zsh", "powershell"];

/** Adds the command that prints a shell's script, and the hidden command that the script calls. */
export function addCompletion(program: Command, context: Context): void {
  const library = tab(program, { completionCommandName: "completion" });
  const command = program.commands.find((known) => known.name() === "completion");
  command?.action(async (shell: string) => {
    if (!ownScripts.includes(shell)) return library.setup(program.name(), program.name(), shell);
    await writeText(context.stdout, await readFile(new URL(`../completion/${shell}`, import.meta.url), "utf8"));
  });
}

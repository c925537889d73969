/** `call-analysis completion`: what makes the shell complete commands and flags. */
import { readFile } from "node:fs/promises";
import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";
import type { Context } from "./context.js";
import { writeText } from "./output/write-text.js";

/**
 * The shells whose script the library gets wrong: it runs the line that is being typed, with its redirections and
 * substitutions. Those in `completion/` hand the words over as they are, and evaluate nothing. That of fish comes from the
 * library: it evaluates nothing either.
 */
const ownScripts = ["bash", "zsh", "powershell"];

/** Adds the command that prints a shell's script, and the hidden one that the script asks. */
export function addCompletion(program: Command, context: Context): void {
  const library = tab(program, { completionCommandName: "completion" });
  const command = program.commands.find((known) => known.name() === "completion");
  command?.action(async (shell: string) => {
    if (!ownScripts.includes(shell)) return library.setup(program.name(), program.name(), shell);
    await writeText(context.stdout, await readFile(new URL(`../completion/${shell}`, import.meta.url), "utf8"));
  });
}

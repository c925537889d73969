/** `call-analysis completion`: what makes the shell complete commands and flags. */
import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";
import type { Context } from "../context.js";
import { writeText } from "../output/write-text.js";
import { completionScripts } from "./completion-scripts.js";

/** Adds the command that prints a shell's script, and the hidden one that the script asks. */
export function addCompletion(program: Command, context: Context): void {
  const library = tab(program, { completionCommandName: "completion" });
  const command = program.commands.find((known) => known.name() === "completion");
  command?.action(async (shell: string) => {
    const script = completionScripts.get(shell);
    if (script === undefined) library.setup(program.name(), program.name(), shell);
    else await writeText(context.stdout, script);
  });
}

/** `call-analysis completion`: what makes the shell complete commands and flags. */
import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";

/** Adds the command that prints a shell's script, and the hidden one that the script asks. */
export function addCompletion(program: Command): void {
  tab(program, { completionCommandName: "completion" });
}

/** Where the command keeps what belongs to a user of this machine. */
import { userInfo } from "node:os";
import { isAbsolute, join } from "node:path";

/**
 * `XDG_STATE_HOME`, or `~/.local/state`. A relative path in a variable is ignored: it would be another folder wherever the
 * command runs, with another journal, in which nothing is known to be billed.
 *
 * @see https://specifications.freedesktop.org/basedir-spec/latest/
 */
export function stateFolder({ XDG_STATE_HOME: named = "", HOME: home = "" }: NodeJS.ProcessEnv): string {
  const folder = isAbsolute(named) ? named : join(isAbsolute(home) ? home : userInfo().homedir, ".local", "state");
  return join(folder, "call-analysis");
}

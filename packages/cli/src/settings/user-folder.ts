/** Where the command keeps what belongs to a user of this machine. */
import { userInfo } from "node:os";
import { isAbsolute, join } from "node:path";

/** The variables that name such folders, and where those are in the user's home without one. */
const homes = {
  XDG_STATE_HOME: [".local", "state"],
  XDG_CONFIG_HOME: [".config"],
};

/**
 * The command's folder for state or for settings. A relative path in a variable is ignored: it would be another folder
 * wherever the command runs, with another journal, in which nothing is known to be billed.
 *
 * @see https://specifications.freedesktop.org/basedir-spec/latest/
 */
export function userFolder(variable: keyof typeof homes, env: NodeJS.ProcessEnv): string {
  const { [variable]: named = "", HOME: home = "" } = env;
  const folder = isAbsolute(named) ? named : join(isAbsolute(home) ? home : userInfo().homedir, ...homes[variable]);
  return join(folder, "call-analysis");
}

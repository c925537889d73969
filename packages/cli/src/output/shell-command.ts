/** Quotes a command, so that people can paste it into a shell. Pure. */

/** `call-analysis` with its parameters. */
export function commandText(parameters: readonly string[]): string {
  return ["call-analysis", ...parameters.map(quoted)].join(" ");
}

function quoted(parameter: string): string {
  return /^[\w@%+=:,./-]+$/.test(parameter) ? parameter : `'${parameter.replaceAll("'", "'\\''")}'`;
}

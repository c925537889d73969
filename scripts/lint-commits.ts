/** Checks that the subject of each commit has at most 72 characters. */
import { spawnSync } from "node:child_process";

/** Commits up to this one had no limit. */
const lastUnlimited = "d715d753e8bc5ac58a25d6f1b268fbe032c2be54";
const limit = 72;

const { status } = git("cat-file", "-e", `${lastUnlimited}^{commit}`);
// A shallow clone lacks that commit, and may lack all but the newest one.
const range = status === 0 ? [`${lastUnlimited}..HEAD`] : ["-1"];
const log = git("log", "--no-merges", "--format=%h %s", ...range);
if (log.status !== 0) {
  console.log("The subjects of commits are not checked: this is not a clone.");
} else {
  // In a shallow clone a merge has no parents, so only its subject shows that it is one.
  const commits = log.stdout.split("\n").map((line) => line.match(/^(\S+) (?!Merge )(.*)$/));
  for (const [, hash, subject = ""] of commits.filter((match) => match !== null)) {
    if (subject.length <= limit) continue;
    console.error(`${hash}: the subject has ${subject.length} characters, and may have ${limit}: ${subject}`);
    process.exitCode = 1;
  }
}

function git(...parameters: string[]) {
  return spawnSync("git", parameters, { cwd: import.meta.dirname, encoding: "utf8" });
}

/** Compiles every example of the site, so that one that does not compile fails the build. */
import { documentedCodeIn, problemsOf } from "../../scripts/test/documented-code.ts";

const pieces = await documentedCodeIn(["docs/*.md", "docs/{guides,reference}/*.md"]);
const problems = await problemsOf(pieces);
if (problems.length > 0) throw new Error(`Some examples do not compile.\n${problems.join("\n")}`);
console.log(`${pieces.length} examples compile.`);

/** Compiles every example of the site, so that one that does not compile fails the build. */
import { compileDocumentedCode, documentedCodeIn } from "../../scripts/test/documented-code.ts";

const pieces = await documentedCodeIn(["docs/*.md", "docs/{guides,reference}/*.md"]);
await compileDocumentedCode(pieces);
console.log(`${pieces.length} examples compile.`);

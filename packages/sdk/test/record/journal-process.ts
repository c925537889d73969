/**
 * A process that does with a journal what it is told on stdin, one line of JSON each. Prints `"ready"` when it has begun,
 * then the answer to each line. Argument: `PATH`.
 */
import { createInterface } from "node:readline";
import { fileJournal } from "../../src/node.js";

const journal = fileJournal(process.argv[2] ?? "");
await journal.begin({ baseUrl: "https://service.test/v1" });
console.log('"ready"');
for await (const line of createInterface(process.stdin)) {
  const { method, key } = JSON.parse(line) as { method: "claim" | "sending"; key: string };
  console.log(JSON.stringify(await journal[method](key)));
}

/**
 * A process that does with a journal what it is told on stdin, one line of JSON each: `[method, ...parameters]`. Prints
 * `"ready"` when it has begun, then a line for each: the answer, or what was thrown. Argument: `PATH`.
 */
import { createInterface } from "node:readline";
import { fileJournal } from "../../src/node.js";

const journal = fileJournal(process.argv[2] ?? "");
await journal.begin({ baseUrl: "https://service.test/v1" });
console.log('"ready"');
const methods: Record<string, (...parameters: never[]) => Promise<unknown>> = {
  claim: (key: string) => journal.claim(key),
  sending: (key: string) => journal.sending(key),
  created: (key: string, callId: string) => journal.created(key, callId),
  released: (key: string) => journal.released(key),
  /** Claims and creates one key after the other, and prints each when it is recorded. */
  create: async (from: number, count: number) => {
    for (let number = from; number < from + count; number += 1) {
      const key = `order-${number}`;
      if ((await journal.claim(key)).status !== "claimed" || !(await journal.sending(key))) continue;
      console.log(JSON.stringify({ sent: key }));
      await journal.created(key, `call of ${key}`);
    }
    return "done";
  },
};
for await (const line of createInterface(process.stdin)) {
  const [method, ...parameters] = JSON.parse(line);
  const answer = await methods[method]?.(...(parameters as never[])).catch((error: unknown) => String(error));
  console.log(JSON.stringify({ answer }));
}

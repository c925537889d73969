/**
 * A process that claims keys of a journal and records a call of each, until it is killed. Prints each as a line when
 * the journal has answered. Arguments: `PATH RUN`.
 */
import { fileJournal } from "../../src/node.js";

const [path = "", run = ""] = process.argv.slice(2);
const journal = fileJournal(path);
await journal.begin({ baseUrl: "https://service.test/v1" });

async function create(number: number): Promise<void> {
  const key = `order-${run}-${number}`;
  const callId = `call-${run}-${number}`;
  if ((await journal.claim(key)).status !== "claimed") return;
  await journal.created(key, callId);
  process.stdout.write(`${JSON.stringify({ key, callId })}\n`);
}

for (let number = 0; ; number += 3) await Promise.all([create(number), create(number + 1), create(number + 2)]);

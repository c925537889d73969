/** A process that does with a journal what it is told on stdin, one line of JSON each. Argument: the journal's path. */
import { createInterface } from "node:readline";
import { fileJournal } from "../../src/node.ts";

const journal = fileJournal(process.argv[2] ?? "");
const created: string[] = [];
const print = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);

function claim(key: string) {
  return journal.claim(key, {
    recreate: false,
    baseUrl: "https://service.test/v1",
    call: { memberId: "member", categoryId: "category", audio_url: "https://files.test/call.wav" },
    signal: new AbortController().signal,
  });
}

/** Creates the call of a key, unless somebody else does. */
async function create(key: string, onClaim = (_: { key: string; callId?: string }) => {}): Promise<string> {
  const answer = await claim(key);
  if (answer.status === "created") return answer.callId;
  if (answer.status !== "claimed") return answer.status;
  onClaim({ key });
  const callId = `call of ${process.pid}`;
  await journal.created(key, callId);
  onClaim({ key, callId });
  created.push(key);
  return callId;
}

print("ready");
for await (const line of createInterface(process.stdin)) {
  const { what, keys } = JSON.parse(line) as { what: string; keys: string[] };
  if (what === "claim") print(await Promise.all(keys.map(claim)));
  if (what === "race") print(Object.fromEntries(await Promise.all(keys.map(async (key) => [key, await create(key)]))));
  if (what === "created") print(created);
  if (what === "storm") {
    // Each begins elsewhere, so that all claim something.
    const start = Math.floor(Math.random() * keys.length);
    for (const key of [...keys.slice(start), ...keys.slice(0, start)]) await create(key, print);
  }
}

/**
 * A process that uses a journal. Arguments: `hold PATH` takes it and keeps it; `race` takes the journal of each path
 * that comes as a line, prints whether it has it, and gives it back at the line "release".
 */
import { createInterface } from "node:readline";
import { type FileJournal, fileJournal } from "../../src/node.js";

const [command, path = ""] = process.argv.slice(2);
let journal: FileJournal | undefined;

async function take(file: string): Promise<void> {
  journal = fileJournal(file);
  try {
    await journal.begin({ baseUrl: "https://service.test/v1" });
    console.log("held");
  } catch (error) {
    journal = undefined;
    console.log(String(error));
  }
}

if (command === "hold") {
  await take(path);
  setInterval(() => {}, 1_000);
} else {
  for await (const line of createInterface(process.stdin)) {
    if (line === "release") await journal?.close();
    else await take(line);
  }
}

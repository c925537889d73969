/**
 * A process that analyses recordings with a journal, on a disk that is full at random, until it is killed. Arguments:
 * base URL, journal, seed, how often of 1,000 writes the disk is full, and the paths. Prints each outcome as a line.
 */
import { type FileHandle, open } from "node:fs/promises";
import { CallAnalysis } from "../../src/index.js";
import { fileJournal, fromPath } from "../../src/node.js";
import { randomOf } from "../support/random.js";

const [baseUrl = "", path = "", seed = "0", fullOf1000 = "0", ...recordings] = process.argv.slice(2);
const random = randomOf(Number(seed));

/** Every so often a line is written in part, and sometimes the file cannot be shortened either. */
async function fillDiskNowAndThen(): Promise<void> {
  const file = await open(process.argv[1] ?? "");
  const methods: FileHandle = Object.getPrototypeOf(file);
  await file.close();
  const { appendFile, truncate } = methods;
  const full = () => Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  methods.appendFile = async function (this: FileHandle, data) {
    if (random() * 1000 >= Number(fullOf1000)) return appendFile.call(this, data);
    const text = String(data);
    await appendFile.call(this, text.slice(0, Math.floor(random() * text.length)));
    throw full();
  };
  methods.truncate = async function (this: FileHandle, sizeBytes) {
    if (Number(fullOf1000) > 0 && random() < 0.3) throw full();
    return truncate.call(this, sizeBytes);
  };
}

function write(line: object): void {
  console.log(JSON.stringify(line));
}

await fillDiskNowAndThen();
const sdk = new CallAnalysis({ apiKey: "key-of-the-test", baseUrl, retry: { initialDelayMs: 1, maxDelayMs: 5 } });
const inputs = recordings.map((recording) => ({ file: fromPath(recording), memberId: "m", categoryId: "c" }));
const poll = { initialDelayMs: 0, intervalMs: 1, maxIntervalMs: 5, toleratedFailures: 20 };
try {
  for await (const outcome of sdk.calls.analyzeFiles(inputs, { journal: fileJournal(path), poll })) {
    const { index, key, ok } = outcome;
    write(ok ? { index, key, ok, callId: outcome.result.callId } : { index, key, ok, error: outcome.error.name });
  }
  write({ ended: true });
} catch (error) {
  write({ refused: String(error) });
}

/** Recordings of a server without a state file: small ones in memory, large ones in files that go with the process. */
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RecordingBytes, RecordingStorage, RecordingWriter } from "../../store/recording-storage.js";
import { RecordingInMemory } from "../../store/recording-storage.js";
import { RecordingFolder } from "./recording-folder.js";

/** The largest recording in memory. */
const maxInMemoryBytes = 8 * 1024 * 1024;

/**
 * Makes a storage write large recordings into a new folder. It is created with the first one, and deleted when the process
 * ends.
 */
export function useTemporaryFiles(storage: RecordingStorage): void {
  let folder: RecordingFolder | undefined;
  const openFile = async () => {
    folder ??= new RecordingFolder(newPath());
    // What a reset has dropped since.
    await folder.deleteUnused(storage, new Set());
    return folder.openWriter();
  };
  storage.writeWith(() => new SpillingWriter(openFile));
}

/** One listener for all folders: a process may start many servers. */
const pathsToDelete = new Set<string>();
let isListening = false;

/** A path for a folder that nobody else uses, and that goes with the process. */
function newPath(): string {
  // Looked up here, for a start is a fiftieth shorter without it.
  const { randomUUID } = process.getBuiltinModule("node:crypto");
  const path = join(tmpdir(), `call-analysis-mock-${randomUUID()}`);
  if (!isListening) {
    isListening = true;
    process.once("exit", () => {
      for (const each of pathsToDelete) rmSync(each, { recursive: true, force: true });
    });
  }
  pathsToDelete.add(path);
  return path;
}

/** Keeps a recording in memory until it becomes large. */
class SpillingWriter implements RecordingWriter {
  readonly #openFile: () => Promise<RecordingWriter>;
  #chunks: Uint8Array[] = [];
  #sizeBytes = 0;
  #file: RecordingWriter | undefined;

  constructor(openFile: () => Promise<RecordingWriter>) {
    this.#openFile = openFile;
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.#sizeBytes += chunk.length;
    if (this.#file) return this.#file.write(chunk);
    this.#chunks.push(chunk);
    if (this.#sizeBytes > maxInMemoryBytes) await this.#spill();
  }

  async finish(id: string, add: (bytes: RecordingBytes) => void): Promise<void> {
    if (this.#file) await this.#file.finish(id, add);
    else add(new RecordingInMemory(this.#chunks));
  }

  async discard(): Promise<void> {
    this.#chunks = [];
    await this.#file?.discard();
  }

  async #spill(): Promise<void> {
    this.#file = await this.#openFile();
    for (const chunk of this.#chunks) await this.#file.write(chunk);
    this.#chunks = [];
  }
}

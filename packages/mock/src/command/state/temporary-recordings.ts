/** Recordings of a server without a state file: small ones in memory, large ones in files that go with the process. */
import { rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { RecordingBytes, RecordingStorage, RecordingWriter } from "../../store/recording-storage.js";
import { RecordingInMemory } from "../../store/recording-storage.js";
import { RecordingFolder } from "./recording-folder.js";

/** The largest recording in memory. */
const maxInMemoryBytes = 8 * 1024 * 1024;

/**
 * Makes a storage write large recordings into a folder.
 *
 * @param path a folder that is made when it is needed, and deleted at the end
 * @returns deletes the folder
 */
export function useTemporaryFiles(storage: RecordingStorage, path: string): () => Promise<void> {
  const folder = new RecordingFolder(path);
  const openFile = async () => {
    // What a reset has dropped since.
    await folder.deleteUnused(storage, new Set());
    return folder.openWriter();
  };
  const deleteAtExit = () => rmSync(path, { recursive: true, force: true });
  process.once("exit", deleteAtExit);
  storage.writeWith(() => new SpillingWriter(openFile));
  return async () => {
    process.off("exit", deleteAtExit);
    await rm(path, { recursive: true, force: true });
  };
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

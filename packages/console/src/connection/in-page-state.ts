/** Keeps the state of a fake in the page in IndexedDB, so that it survives a reload. */
import type { Snapshot } from "@call-analysis/mock";
import type { Control } from "./control.ts";
import { database } from "./database.ts";

/** Saves and loads the state of one fake. */
export class InPageState {
  readonly #control: Control;
  #saving: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(control: Control) {
    this.#control = control;
  }

  /** Loads what was saved last, if anything was. */
  async load(): Promise<void> {
    const stored = await database();
    const snapshot = await stored.get("state", "snapshot");
    if (snapshot === undefined) return;
    for (const id of await stored.getAllKeys("recordings")) {
      const bytes = await stored.get("recordings", id);
      if (bytes) await this.#control.send("PUT", `/recordings/${id}`, bytes);
    }
    await this.#control.send("PUT", "/state", snapshot);
  }

  /** Saves the state as it is now. Saves that are asked for while one is under way share the next one. */
  save(): Promise<void> {
    this.#next ??= (this.#saving ?? Promise.resolve()).then(() => {
      this.#next = undefined;
      this.#saving = this.#saveNow();
      return this.#saving;
    });
    return this.#next;
  }

  async #saveNow(): Promise<void> {
    const snapshot = await this.#control.get<Snapshot>("/state?bytes=none");
    const ids = snapshot.organizations.flatMap(({ recordings = [] }) => recordings.map(({ id }) => id));
    const stored = await database();
    const known = await stored.getAllKeys("recordings");
    const added = ids.filter((id) => !known.includes(id));
    const bytes = await Promise.all(added.map((id) => this.#control.bytes(`/recordings/${id}`)));
    // In one transaction: a state never names a recording that is not there.
    const transaction = stored.transaction(["state", "recordings"], "readwrite");
    const recordings = transaction.objectStore("recordings");
    await Promise.all([
      ...added.map((id, index) => recordings.put(bytes[index] ?? new Blob(), id)),
      ...known.filter((id) => !ids.includes(id)).map((id) => recordings.delete(id)),
      transaction.objectStore("state").put(JSON.stringify(snapshot), "snapshot"),
      transaction.done,
    ]);
  }
}

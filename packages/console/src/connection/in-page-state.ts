/** Keeps the state of a fake in the page in IndexedDB, so that it survives a reload. */
import type { Rule, Snapshot } from "@call-analysis/mock";
import { type Control, ControlError } from "./control.ts";
import { database } from "./database.ts";

interface KeptRules {
  /** In matching order. */
  rules: readonly Rule[];
}

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

  /** Adds the rules that were saved last, to a fake that has none. No snapshot has them. */
  async loadRules(): Promise<void> {
    const kept = (await (await database()).get("state", "controls")) ?? '{ "rules": [] }';
    // Only this class writes there.
    const { rules } = JSON.parse(kept) as KeptRules;
    // What is added last is tried first.
    for (const rule of rules.toReversed()) {
      await this.#control.send("POST", "/rules", whatIsLeftOf(rule)).catch((error: unknown) => {
        // What the fake no longer takes, such as a rule of a category that is gone, is left out.
        if (!(error instanceof ControlError)) throw error;
      });
    }
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
    const [snapshot, rules] = await Promise.all([
      this.#control.get<Snapshot>("/state?bytes=none"),
      this.#control.get<KeptRules>("/rules"),
    ]);
    const ids = snapshot.organizations.flatMap(({ recordings = [] }) => recordings.map(({ id }) => id));
    const stored = await database();
    const known = await stored.getAllKeys("recordings");
    const added = ids.filter((id) => !known.includes(id));
    const bytes = await Promise.all(added.map((id) => this.#control.bytes(`/recordings/${id}`)));
    // In one transaction: a state never names a recording that is not there.
    const transaction = stored.transaction(["state", "recordings"], "readwrite");
    const [state, recordings] = [transaction.objectStore("state"), transaction.objectStore("recordings")];
    await Promise.all([
      ...added.map((id, index) => recordings.put(bytes[index] ?? new Blob(), id)),
      ...known.filter((id) => !ids.includes(id)).map((id) => recordings.delete(id)),
      state.put(JSON.stringify(snapshot), "snapshot"),
      state.put(JSON.stringify(rules), "controls"),
      transaction.done,
    ]);
  }
}

/** A rule that has applied twice of three times applies once more. */
function whatIsLeftOf({ id: _, held: __, used, passed = 0, ...rule }: Rule): object {
  const left = rule.skip === undefined ? rule : { ...rule, skip: rule.skip - passed };
  if (Array.isArray(left.then)) return { ...left, then: left.then.slice(used) };
  return left.times === undefined ? left : { ...left, times: left.times - used };
}

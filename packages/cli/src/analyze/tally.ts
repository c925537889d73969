/** The progress of a run, and the facts for its last lines. Pure. */
import type { FlowEvent } from "@call-analysis/sdk";
import { type Ending, endingOf, hasNoResult, type OutcomeRow } from "./outcome-row.js";

/** The state of a run. */
export class Tally {
  readonly total: number;
  readonly count: Record<Ending, number> = { completed: 0, failed: 0, uncertain: 0, unread: 0, skipped: 0 };
  /** The calls that this run created, by the indexes of their recordings. */
  readonly created = new Map<number, string>();
  /** The created calls that are missing from the journal. */
  unrecorded: { key: string; callId: string }[] = [];
  /** The uncertain calls, by their keys. Copies of a recording share one. */
  readonly uncertain = new Map<string, { files: string[]; audioUrl: string | undefined }>();
  /** The keys of calls that were lost, or whose analysis failed. */
  readonly toCreateAgain = new Set<string>();
  /** The recordings in flight. True once the call is created and its analysis is awaited. */
  readonly #underWay = new Map<number, boolean>();
  /** The recordings whose create request this run has sent. */
  readonly #sent = new Set<number>();

  constructor(total: number) {
    this.total = total;
  }

  apply(event: FlowEvent & { index: number }): void {
    const { index, type } = event;
    this.#underWay.set(index, type === "created" || (this.#underWay.get(index) ?? false));
    if (type === "creating") this.#sent.add(index);
    if (type === "created" && this.#sent.has(index)) this.created.set(index, event.callId);
  }

  /** Removes an input that is no longer in flight. */
  end(index: number): void {
    this.#underWay.delete(index);
  }

  add(row: OutcomeRow): void {
    const { uncertain, key, file = "", audioUrl, error } = row;
    this.count[endingOf(row)] += 1;
    if (key === null) return;
    if (uncertain) this.uncertain.set(key, { files: [...(this.uncertain.get(key)?.files ?? []), file], audioUrl });
    if (hasNoResult(error)) this.toCreateAgain.add(key);
  }

  /** The progress as text, such as `12 of 500 done, 1 failed, 4 uploading, 88 waiting`. */
  summary(): string {
    const { failed, uncertain, unread } = this.count;
    const done = Object.values(this.count).reduce((sum, count) => sum + count);
    const waiting = [...this.#underWay.values()].filter(Boolean).length;
    const uploading = this.#underWay.size - waiting;
    const parts = Object.entries({ failed, uncertain, unread, uploading, waiting });
    const told = parts.flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
    return [`${done} of ${this.total} done`, ...told].join(", ");
  }
}

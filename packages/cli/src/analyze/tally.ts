/** How far a run has come, and what it has to tell at its end. Pure. */
import { AnalysisFailedError, type FlowEvent } from "@call-analysis/sdk";
import { hasCode } from "../errors.js";
import type { OutcomeRow } from "./outcome-row.js";

/** The words for how recordings end. */
type Ending = "completed" | "failed" | "uncertain" | "skipped";

/** The state of a run. */
export class Tally {
  readonly total: number;
  readonly count: Record<Ending, number> = { completed: 0, failed: 0, uncertain: 0, skipped: 0 };
  /** The calls that this run created, by the indexes of their recordings. */
  readonly created = new Map<number, string>();
  /** Those of them that the journal does not have. */
  unrecorded: { key: string; callId: string }[] = [];
  /** Creations of which nobody knows whether the call exists, by their keys: copies share one. */
  readonly uncertain = new Map<string, { files: string[]; audioUrl: string | undefined }>();
  /** The keys of those whose analysis has failed, or whose call is lost. */
  readonly toCreateAgain = new Set<string>();
  /** Whether the call of each recording under way is created: then its analysis is waited for. */
  readonly #underWay = new Map<number, boolean>();
  /** Those whose creation this run has sent. */
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

  /** An input is not under way any more. */
  end(index: number): void {
    this.#underWay.delete(index);
  }

  add({ ok, uncertain, skipped, key, file = "", audioUrl, error }: OutcomeRow): void {
    this.count[ok ? "completed" : skipped ? "skipped" : uncertain ? "uncertain" : "failed"] += 1;
    if (key === null) return;
    if (uncertain) this.uncertain.set(key, { files: [...(this.uncertain.get(key)?.files ?? []), file], audioUrl });
    if (AnalysisFailedError.is(error) || hasCode(error, "call_lost")) this.toCreateAgain.add(key);
  }

  /** Such as `12 of 500 done, 1 failed, 4 uploading, 88 waiting`. */
  summary(): string {
    const { completed, failed, uncertain, skipped } = this.count;
    const waiting = [...this.#underWay.values()].filter(Boolean).length;
    const uploading = this.#underWay.size - waiting;
    const parts = Object.entries({ failed, uncertain, uploading, waiting });
    const told = parts.flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
    return [`${completed + failed + uncertain + skipped} of ${this.total} done`, ...told].join(", ");
  }
}

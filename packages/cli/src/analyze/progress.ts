/** How far a batch has come, in numbers. Pure. */
import type { FlowEvent } from "@call-analysis/sdk";

/** How a recording ended. */
type Ending = "completed" | "failed" | "uncertain" | "skipped";

/** The state of a batch. */
export class Progress {
  /** How many recordings there are. */
  readonly total: number;
  completed = 0;
  failed = 0;
  uncertain = 0;
  skipped = 0;
  /** Whether the call of each recording under way is created: then its analysis is waited for. */
  readonly #underWay = new Map<number, boolean>();

  constructor(total: number) {
    this.total = total;
  }

  apply({ index, type }: FlowEvent & { index: number }): void {
    this.#underWay.set(index, type === "created" || (this.#underWay.get(index) ?? false));
  }

  /** An input is not under way any more. */
  end(index: number): void {
    this.#underWay.delete(index);
  }

  count(ending: Ending): void {
    this[ending] += 1;
  }

  /** Such as `12 of 500 done, 1 failed, 4 uploading, 88 waiting`. */
  summary(): string {
    const { completed, failed, uncertain, skipped, total } = this;
    const waiting = [...this.#underWay.values()].filter(Boolean).length;
    const uploading = this.#underWay.size - waiting;
    const parts = Object.entries({ failed, uncertain, uploading, waiting });
    const told = parts.flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
    return [`${completed + failed + uncertain + skipped} of ${total} done`, ...told].join(", ");
  }
}

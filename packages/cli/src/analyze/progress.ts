/** How far a batch has come: the events of its inputs, in numbers and lines. Pure. */
import type { FlowEvent, UploadProgress } from "@call-analysis/sdk";

/** What an input is doing. */
interface Activity {
  name: string;
  what: "preparing" | "uploading" | "creating" | "waiting" | "retrying";
  sentBytes: number;
  totalBytes: number;
  /** The call's status, while it is waited for. */
  status?: string;
  pauseMs?: number;
}

/** How a recording ended. */
type Ending = "completed" | "failed" | "uncertain" | "skipped";

/** The state of a batch. */
export class Progress {
  /** How many inputs there are. */
  readonly total: number;
  completed = 0;
  failed = 0;
  uncertain = 0;
  skipped = 0;
  readonly #underWay = new Map<number, Activity>();

  constructor(total: number) {
    this.total = total;
  }

  /** Everything that is under way, oldest first. */
  get underWay(): Activity[] {
    return [...this.#underWay.values()];
  }

  get done(): number {
    return this.completed + this.failed + this.uncertain + this.skipped;
  }

  begin(index: number, name: string): void {
    this.#underWay.set(index, { name, what: "preparing", sentBytes: 0, totalBytes: 0 });
  }

  uploaded({ index, sentBytes, totalBytes }: UploadProgress & { index: number }): void {
    this.#change(index, { what: "uploading", sentBytes, totalBytes });
  }

  apply(event: FlowEvent & { index: number }): void {
    const change = changeBy(event);
    if (change) this.#change(event.index, change);
  }

  /** An input is not under way any more. */
  end(index: number): void {
    this.#underWay.delete(index);
  }

  count(ending: Ending): void {
    this[ending] += 1;
  }

  #change(index: number, change: Partial<Activity>): void {
    const activity = this.#underWay.get(index);
    if (activity) Object.assign(activity, change);
  }
}

function changeBy(event: FlowEvent): Partial<Activity> | undefined {
  switch (event.type) {
    case "granting":
    case "uploading":
      return { what: "uploading", totalBytes: event.sizeBytes };
    case "uploaded":
    case "creating":
      return { what: "creating" };
    case "created":
    case "polling":
      return { what: "waiting", status: event.status ?? "" };
    case "retrying":
      return { what: "retrying", pauseMs: event.pauseMs };
    case "completed":
      return undefined;
  }
}

/** The numbers of a batch in a line, such as `12 of 500 done, 1 failed, 4 uploading, 88 waiting`. */
export function summaryOf(progress: Progress): string {
  const { done, total, failed, uncertain, underWay } = progress;
  // Its status is known once the call is created.
  const uploading = underWay.filter(({ status }) => status === undefined).length;
  const waiting = underWay.length - uploading;
  return [
    `${done} of ${total} done`,
    failed > 0 && `${failed} failed`,
    uncertain > 0 && `${uncertain} uncertain`,
    uploading > 0 && `${uploading} uploading`,
    waiting > 0 && `${waiting} waiting`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** How far a batch has come: the events of its inputs, in numbers and lines. Pure. */
import type { BatchEvent, UploadProgress } from "@call-analysis/sdk";

/** What an input is doing. */
interface Activity {
  name: string;
  what: "preparing" | "uploading" | "creating" | "waiting" | "retrying";
  /** Whether another run is creating its call, which this one waits for. */
  isElsewhere?: boolean;
  sentBytes: number;
  totalBytes: number;
  /** The call's status, while it is waited for. */
  status?: string;
  pauseMs?: number;
}

/** How an input ended. */
type Ending = "completed" | "failed" | "uncertain" | "left";

/** The state of a batch. */
export class Progress {
  /** How many inputs there are. */
  readonly total: number;
  completed = 0;
  failed = 0;
  uncertain = 0;
  readonly #underWay = new Map<number, Activity>();

  constructor(total: number) {
    this.total = total;
  }

  /** Everything that is under way, oldest first. */
  get underWay(): Activity[] {
    return [...this.#underWay.values()];
  }

  get done(): number {
    return this.completed + this.failed + this.uncertain;
  }

  begin(index: number, name: string): void {
    this.#underWay.set(index, { name, what: "preparing", sentBytes: 0, totalBytes: 0 });
  }

  uploaded({ index, sentBytes, totalBytes }: UploadProgress & { index: number }): void {
    this.#change(index, { what: "uploading", sentBytes, totalBytes });
  }

  apply(event: BatchEvent): void {
    const change = changeBy(event);
    if (change) this.#change(event.index, change);
  }

  /** Another run is creating the call of an input, or is not any more. */
  elsewhere(index: number, isElsewhere: boolean): void {
    this.#change(index, { isElsewhere });
  }

  end(index: number, ending: Ending): void {
    this.#underWay.delete(index);
    if (ending !== "left") this[ending] += 1;
  }

  #change(index: number, change: Partial<Activity>): void {
    const activity = this.#underWay.get(index);
    if (activity) Object.assign(activity, change);
  }
}

function changeBy(event: BatchEvent): Partial<Activity> | undefined {
  switch (event.type) {
    case "granting":
    case "uploading":
      return { what: "uploading", totalBytes: event.sizeBytes };
    case "uploaded":
    case "creating":
      return { what: "creating" };
    case "created":
    case "polling":
      return { what: "waiting", status: event.status };
    case "retrying":
    case "paused":
      return { what: "retrying", pauseMs: event.pauseMs };
    case "completed":
      return undefined;
  }
}

/** The numbers of a batch in a line, such as `12 of 500 done, 1 failed, 4 uploading, 88 waiting`. */
export function summaryOf(progress: Progress): string {
  const { done, total, failed, uncertain, underWay } = progress;
  // Its status is known once the call is created.
  const uploading = underWay.filter(({ status, isElsewhere }) => status === undefined && !isElsewhere).length;
  const elsewhere = underWay.filter(({ isElsewhere }) => isElsewhere).length;
  const waiting = underWay.length - uploading - elsewhere;
  return [
    `${done} of ${total} done`,
    failed > 0 && `${failed} failed`,
    uncertain > 0 && `${uncertain} uncertain`,
    uploading > 0 && `${uploading} uploading`,
    waiting > 0 && `${waiting} waiting`,
    elsewhere > 0 && `${elsewhere} waiting for another run`,
  ]
    .filter(Boolean)
    .join(", ");
}

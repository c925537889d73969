/** Creates calls in this page, and follows each to its end. A reload forgets them here; the fake keeps its calls. */
import type { CallAnalysis, FlowEvent } from "@call-analysis/sdk";
import { createContext, useContext } from "react";
import { type ErrorFacts, errorFacts } from "../ui/error-state.tsx";
import { Store, useStore } from "../ui/store.ts";

/** A call that is being created, or has been. */
export interface Submission {
  id: string;
  filename: string;
  sizeBytes: number;
  stage: "uploading" | "creating" | "waiting" | "completed";
  sentBytes: number;
  callId?: string;
  /** The last status that a poll found. */
  status?: string;
  /** Why it stopped at its stage. */
  error?: ErrorFacts;
}

/** The values that a person entered. */
export interface CallForm {
  memberId: string;
  categoryId: string;
  date?: string;
  udfs?: Record<string, unknown>;
}

/** Whether nothing more happens by itself. */
export function hasEnded({ stage, error }: Submission): boolean {
  return stage === "completed" || error !== undefined;
}

/** No id comes twice in a page, also when the page connects to another fake. */
let startedCount = 0;

/** The submissions to one fake, the newest first. */
export class Submissions extends Store<readonly Submission[]> {
  readonly #client: CallAnalysis;
  readonly #running = new Map<string, AbortController>();

  constructor(client: CallAnalysis) {
    super([]);
    this.#client = client;
  }

  /** Starts a submission. Returns its id. */
  start(file: File, form: CallForm): string {
    startedCount += 1;
    const id = `submission-${startedCount}`;
    const stop = new AbortController();
    this.#running.set(id, stop);
    const { name: filename, size: sizeBytes } = file;
    this.set([{ id, filename, sizeBytes, stage: "uploading", sentBytes: 0 }, ...this.get()]);
    void this.#analyse(id, { file, form, signal: stop.signal });
    return id;
  }

  /** Stops a submission and forgets it. The fake keeps a call that was created. */
  cancel(id: string): void {
    this.#running.get(id)?.abort();
    this.set(this.get().filter((each) => each.id !== id));
  }

  /** Stops every submission. */
  close(): void {
    for (const running of this.#running.values()) running.abort();
  }

  async #analyse(
    id: string,
    { file, form, signal }: { file: File; form: CallForm; signal: AbortSignal },
  ): Promise<void> {
    const contentType = file.type || "application/octet-stream";
    try {
      const { callId } = await this.#client.calls.analyzeFile(
        { file, filename: file.name, contentType, ...form },
        {
          signal,
          onEvent: (event) => this.#change(id, changeBy(event)),
          onProgress: ({ sentBytes }) => this.#change(id, { sentBytes }),
        },
      );
      this.#change(id, { callId, stage: "completed", status: "completed" });
    } catch (error) {
      if (!signal.aborted) this.#change(id, { error: errorFacts(error) });
    }
    this.#running.delete(id);
  }

  #change(id: string, changes: Partial<Submission>): void {
    this.set(this.get().map((each) => (each.id === id ? { ...each, ...changes } : each)));
  }
}

/** Applies an event to its submission. */
function changeBy(event: FlowEvent): Partial<Submission> {
  switch (event.type) {
    case "uploaded":
    case "creating":
      return { stage: "creating" };
    case "created":
    case "polling":
      return { stage: "waiting", callId: event.callId, status: event.status };
    default:
      return {};
  }
}

/** Provides the submissions of the connection. */
export const SubmissionsContext = createContext<Submissions | null>(null);

/** Creates calls. */
export function useSubmissions(): Submissions {
  const submissions = useContext(SubmissionsContext);
  if (!submissions) throw new Error("useSubmissions() is for components inside a SubmissionsContext.");
  return submissions;
}

/** The submissions, the newest first. */
export function useSubmissionList(): readonly Submission[] {
  return useStore(useSubmissions());
}

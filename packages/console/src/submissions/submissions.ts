/**
 * Creates calls, and goes on with those that a reload has interrupted. What is needed to go on is stored before each
 * request: the recording before the upload, then the client's resume token. One tab at a time works on a submission.
 */
import type { CompletedCall, FlowEvent, FlowOptions } from "@call-analysis/sdk";
import type { Connection } from "../connection/connection.ts";
import { database } from "../connection/database.ts";
import { KeptList } from "../ui/browser-setting.ts";
import { errorFacts } from "../ui/error-state.tsx";
import { Store } from "../ui/store.ts";
import { type CallForm, hasEnded, type Submission } from "./submission.ts";

/** Progress is stored and shown at most this often. */
const progressMs = 100;

/** In this time a page that is left is gone. */
const leavingMs = 500;

const kept = new KeptList<Submission>("submissions");

/** The submissions of this browser, the newest first, and what a connection makes of them. */
export class Submissions extends Store<readonly Submission[]> {
  readonly #connection: Connection;
  readonly #running = new Map<string, AbortController>();
  #lastProgressMs = 0;

  constructor(connection: Connection) {
    super(kept.read());
    this.#connection = connection;
    addEventListener("storage", this.#readAgain);
    // A page that is left breaks its requests off, which is no failure.
    addEventListener("pagehide", this.close);
    if (connection.isReadOnly) return;
    for (const submission of this.get()) if (!hasEnded(submission)) void this.#run(submission.id);
  }

  /** Stops what is under way here. It goes on when it is opened again. */
  readonly close = (): void => {
    removeEventListener("storage", this.#readAgain);
    removeEventListener("pagehide", this.close);
    for (const running of this.#running.values()) running.abort("closed");
  };

  /** Whether a submission is for the service and the organization that are shown. */
  isShown = ({ service, organizationId }: Submission): boolean =>
    service === this.#connection.name && organizationId === this.#connection.organization.id;

  /** Starts a submission, once its recording is stored. Returns its id. */
  async start(file: File, form: CallForm): Promise<string> {
    const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(36)).join("");
    await (await database()).put("uploads", file, id);
    const { name: service, organization } = this.#connection;
    const { name: filename, type, size: sizeBytes } = file;
    const contentType = type || "application/octet-stream";
    const described = { id, service, organizationId: organization.id, filename, contentType, sizeBytes, form };
    this.#store([{ ...described, stage: "uploading", sentBytes: 0 }, ...kept.read()]);
    void this.#run(id);
    return id;
  }

  /** Goes on with a submission that stopped. */
  resume(id: string): void {
    this.#change(id, ({ error: _, ...submission }) => ({
      ...submission,
      stage: submission.callId ? "waiting" : submission.token ? "creating" : "uploading",
    }));
    void this.#run(id);
  }

  /** Stops a submission and forgets it. A call that was created stays in the service. */
  async cancel(id: string): Promise<void> {
    this.#running.get(id)?.abort("cancelled");
    this.#store(kept.read().filter((each) => each.id !== id));
    await (await database()).delete("uploads", id);
  }

  readonly #readAgain = () => this.set(kept.read());

  #store(submissions: readonly Submission[]): void {
    // At once, so that it comes before the next request is sent.
    kept.write(submissions);
    this.#readAgain();
  }

  #change(id: string, change: (submission: Submission) => Submission): void {
    // Another tab may have changed others in the meantime.
    this.#store(kept.read().map((each) => (each.id === id ? change(each) : each)));
  }

  /** Works on a submission as soon as no other tab does. */
  async #run(id: string): Promise<void> {
    const stop = new AbortController();
    this.#running.get(id)?.abort("restarted");
    this.#running.set(id, stop);
    const work = () => this.#workOn(id, stop.signal);
    const options = { signal: stop.signal };
    await (navigator.locks ? navigator.locks.request(`submission:${id}`, options, work) : work()).catch(() => {});
  }

  async #workOn(id: string, signal: AbortSignal): Promise<void> {
    const submission = kept.read().find((each) => each.id === id);
    if (!submission || hasEnded(submission) || !this.isShown(submission)) return;
    try {
      const { callId } = await this.#analysed(submission, signal);
      this.#change(id, (each) => ({ ...each, callId, stage: "completed", status: "completed" }));
      await (await database()).delete("uploads", id);
    } catch (error) {
      // Browsers break the requests of a page off before they tell the page that it is left.
      await new Promise((resolve) => setTimeout(resolve, leavingMs));
      // Whoever aborted it has said what becomes of it. What is stored is what to go on from, whatever the error is.
      if (signal.aborted) return;
      this.#change(id, (each) => ({ ...each, stage: "failed", error: { ...errorFacts(error) } }));
    }
  }

  async #analysed(submission: Submission, signal: AbortSignal): Promise<CompletedCall> {
    const { client } = this.#connection;
    const { id, filename, contentType, form, token } = submission;
    const options: FlowOptions = { signal, onEvent: (event) => this.#onEvent(id, event) };
    if (token?.stage === "create" && token.uncertain) {
      const callId = await this.#findCall(token.call.audio_url);
      if (callId !== undefined) return client.calls.waitForAnalysis(callId, options);
    }
    if (token) return client.calls.resume(token, { ...options, recreate: true });
    const file = await (await database()).get("uploads", id);
    if (!file) throw new Error("The recording is no longer in this browser. Choose it again.");
    const onProgress = ({ sentBytes }: { sentBytes: number }) => this.#onProgress(id, sentBytes);
    return client.calls.analyzeFile({ file, filename, contentType, ...form }, { ...options, onProgress });
  }

  /** The call of a recording that was uploaded here, if its creation came through. No other call has its address. */
  async #findCall(audioUrl: string): Promise<string | undefined> {
    const calls = await this.#connection.control.calls();
    return calls.find((call) => call.audioUrl === audioUrl)?.id;
  }

  #onProgress(id: string, sentBytes: number): void {
    const nowMs = performance.now();
    const isDue = nowMs - this.#lastProgressMs > progressMs;
    const isLast = this.get().some((each) => each.id === id && each.sizeBytes === sentBytes);
    if (!isDue && !isLast) return;
    this.#lastProgressMs = nowMs;
    this.#change(id, (submission) => ({ ...submission, sentBytes }));
  }

  #onEvent(id: string, event: FlowEvent): void {
    const change = changeBy(event);
    if (change) this.#change(id, (each) => ({ ...each, ...change }));
  }
}

/** What an event changes in its submission; undefined for nothing. */
function changeBy(event: FlowEvent): Partial<Submission> | undefined {
  switch (event.type) {
    case "uploaded":
    case "creating":
      return { stage: "creating", token: event.resume };
    case "created":
      return { stage: "waiting", token: event.resume, callId: event.callId, status: event.status };
    case "polling":
      return { stage: "waiting", callId: event.callId, status: event.status };
    default:
      return undefined;
  }
}

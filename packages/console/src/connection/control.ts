/** The control interface of the fake. Over HTTP and inside the page it is the same; only the `fetch` differs. */
import type { Analysis } from "@call-analysis/sdk";
import { type ControlEvent, readServerSentEvents } from "./server-sent-events.ts";

/** An organization of the fake, and a key with which the console acts for it. */
export interface ControlledOrganization {
  id: string;
  name: string;
  key: string;
  campaigns: { id: string; name: string }[];
}

/** A call as the control interface lists it: without its analysis, and with its result once it is completed. */
export interface ListedCall {
  id: string;
  status: string;
  organizationId: string;
  memberId: string;
  agentName: string;
  categoryId: string;
  categoryName: string;
  audioUrl: string;
  udfs: Record<string, unknown>;
  createdAt: string;
  durationSeconds: number;
  /** Why the analysis failed; null when it did not. */
  failureReason: string | null;
  /** The mode of its progress: `polls`, `time`, or one that only a person ends. */
  progression: { mode: string; processing?: number; pending?: number };
  polls: number;
  /** When the call changes its status by itself; null when it does not. */
  nextChangeAt: string | null;
  /** Null until the call is completed, as are the next two. */
  score: number | null;
  outcomeLabel: string | null;
  /** The points that could be reached; 0 for a call of which nothing was assessed. */
  totalScore: number | null;
  /** Present for a completed call, if requested. */
  analysis?: Analysis;
}

/** The fake's clock. */
export interface ControlledClock {
  /** ISO 8601. */
  now: string;
  nowMs: number;
  /** Milliseconds for each of the machine's; 0 for a clock that stands still. */
  speed: number;
  /** When the next call changes its status by itself; null when none does. */
  nextChangeAt: string | null;
  /** When the console read it, by this machine's clock. */
  readAtMs: number;
}

/** How the control interface is reached. */
export interface ControlOptions {
  /** Its address, without a slash at the end. */
  url: string;
  fetch: typeof globalThis.fetch;
  /** Sent with each request, where the fake was started with one. */
  adminToken?: string | undefined;
}

/** The control interface refused a request. */
export class ControlError extends Error {
  override readonly name = "ControlError";
  readonly status: number;
  readonly requestId: string | null;
  /** One problem for each field, such as `when.match.memberId`; an empty path stands for the whole input. */
  readonly fields: readonly FieldProblem[];

  constructor(message: string, facts: Pick<ControlError, "status" | "requestId" | "fields">) {
    super(message);
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.fields = facts.fields;
  }
}

/** The fake is not there. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
}

/** The fake's message about a refused field. */
export interface FieldProblem {
  path: string;
  message: string;
}

/** A request to the service itself, such as one that is sent again. */
export interface ServiceCall {
  method: string;
  /** The whole path, as the journal has it. */
  path: string;
  headers: Record<string, string>;
  body: Blob | null;
}

/** Reads and changes the fake. Nothing that is read here leaves a trace in the fake. */
export class Control {
  readonly url: string;
  readonly #options: ControlOptions;

  constructor(options: ControlOptions) {
    this.url = options.url;
    this.#options = options;
  }

  /** The address that the fake's interfaces begin with. */
  get root(): string {
    return this.url.replace(/\/__mock__$/, "");
  }

  /** The headers that every request to the control interface carries. */
  get headers(): Record<string, string> {
    const { adminToken } = this.#options;
    return { "x-mock-client": "console", ...(adminToken === undefined ? {} : { "x-admin-token": adminToken }) };
  }

  /** Reads JSON. @throws {ControlError} when the fake refuses it */
  async get<Body>(path: string, signal?: AbortSignal): Promise<Body> {
    const response = await this.#request(path, { signal: signal ?? null });
    // docs/reference/control.md fixes what each path returns; the caller names that type.
    return (await response.json()) as Body;
  }

  /** Changes something. @throws {ControlError} when the fake refuses it */
  async send<Body = { status: string }>(
    method: "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    body?: unknown,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<Body> {
    const text = typeof body === "string" || body instanceof Blob ? body : JSON.stringify(body);
    const response = await this.#request(path, { method, body: text ?? null, signal: signal ?? null });
    // As in `get`.
    return (await response.json()) as Body;
  }

  /** Reads bytes. @throws {ControlError} when there are none */
  async bytes(path: string, signal?: AbortSignal): Promise<Blob> {
    return (await this.#request(path, { signal: signal ?? null })).blob();
  }

  /** A call's recording; null when the fake does not have it, for the call was created from an address elsewhere. */
  async recordingOf(callId: string, signal?: AbortSignal): Promise<Blob | null> {
    return this.bytes(`/calls/${encodeURIComponent(callId)}/recording`, signal).catch((error: unknown) => {
      if (error instanceof ControlError && error.status === 404) return null;
      throw error;
    });
  }

  async organizations(): Promise<ControlledOrganization[]> {
    return (await this.get<{ organizations: ControlledOrganization[] }>("/organizations")).organizations;
  }

  async clock(signal?: AbortSignal): Promise<ControlledClock> {
    return this.#readNow(await this.get("/clock", signal));
  }

  /** Moves the clock on. */
  async advanceClock(milliseconds: number): Promise<ControlledClock> {
    return this.#readNow(await this.send("POST", "/clock/advance", { ms: milliseconds }));
  }

  /** Moves the clock on to the time of a change. One that is over by now stays over. */
  async advanceClockTo(changeAt: string): Promise<ControlledClock> {
    const { nowMs } = await this.clock();
    return this.advanceClock(Math.max(0, Date.parse(changeAt) - nowMs));
  }

  #readNow(clock: Omit<ControlledClock, "readAtMs">): ControlledClock {
    return { ...clock, readAtMs: Date.now() };
  }

  /** What happens in the fake from now on, until the signal aborts or the connection ends. */
  async *events(signal: AbortSignal): AsyncGenerator<ControlEvent> {
    const response = await this.#request("/events", { signal });
    yield { type: "connected" };
    if (response.body) yield* readServerSentEvents(response.body);
  }

  /** Sends a request to the service that this fake is, and not to its control interface. It is in the journal. */
  callService({ method, path, headers, body }: ServiceCall, signal: AbortSignal): Promise<Response> {
    // The fake may be reached by other names than this page's: what counts is where the page has it.
    return this.#options.fetch(new URL(path, this.url).href, { method, headers, body, signal });
  }

  async #request(path: string, init: RequestInit): Promise<Response> {
    const { url, fetch } = this.#options;
    const response = await fetch(`${url}${path}`, { ...init, headers: this.headers }).catch((error: unknown) => {
      if (init.signal?.aborted) throw error;
      throw new NoAnswerError(`The fake at ${this.root} does not respond. Is it running?`);
    });
    if (response.ok) return response;
    const requestId = response.headers.get("x-request-id");
    const { status } = response;
    const body: RefusalBody | undefined = await response.json().catch(() => undefined);
    const { message = `The fake responded with status ${status}.`, fields = [] } = body?.error ?? {};
    throw new ControlError(message, { status, requestId, fields });
  }
}

/** The body of a response by which the control interface refuses a request. */
interface RefusalBody {
  error?: { message?: string; fields?: FieldProblem[] };
}

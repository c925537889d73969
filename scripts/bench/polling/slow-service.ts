import type { VirtualTime } from "./virtual-time.ts";

/** Both services as far as waiting needs them: what is created is processing until its time is over. */
export class SlowService {
  readonly #time: VirtualTime;
  readonly #serviceTimesMs: readonly number[];
  readonly #readyAtMs: number[] = [];
  polls = 0;

  constructor(time: VirtualTime, serviceTimesMs: readonly number[]) {
    this.#time = time;
    this.#serviceTimesMs = serviceTimesMs;
  }

  /** When a call was ready, by the number in its id. */
  readyAtMs(id: string): number {
    return this.#readyAtMs[Number(id)] ?? Number.NaN;
  }

  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (init.method === "PUT") return new Response(null);
    if (pathname.endsWith("/presigned-url")) return json({ data: grant });
    if (init.method === "POST") return json(this.#create());
    const [id = ""] = /\d+(?=\/analysis$|$)/.exec(pathname) ?? [];
    this.polls += 1;
    return json(this.#snapshot(id));
  };

  #create(): object {
    const id = String(this.#readyAtMs.length);
    this.#readyAtMs.push(this.#time.nowMs() + (this.#serviceTimesMs[this.#readyAtMs.length] ?? 0));
    return { id, status: "processing", data: { callId: id, status: "processing" } };
  }

  #snapshot(id: string): object {
    const isReady = this.readyAtMs(id) <= this.#time.nowMs();
    const status = isReady ? "completed" : "processing";
    const analysis = isReady ? { score: 82, outcomeLabel: "good", sections: [], extractions: [] } : null;
    return { id, status, data: { callId: id, status, analysis, metadata: { udfs: {} } } };
  }
}

const grant = {
  key: "recordings/call.wav",
  presignedUrl: "https://store.test/recordings/call.wav?signature=1",
  publicUrl: "https://store.test/recordings/call.wav",
};

function json(body: object): Response {
  return Response.json(body, { status: 200 });
}

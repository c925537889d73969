import type { VirtualTime } from "./virtual-time.ts";

/** The service as far as waiting needs it: what is created is processing until its time is over. */
export class SlowService {
  readonly #time: VirtualTime;
  readonly #serviceTimesMs: readonly number[];
  readonly #readyAtMs: number[] = [];
  polls = 0;

  constructor(time: VirtualTime, serviceTimesMs: readonly number[]) {
    this.#time = time;
    this.#serviceTimesMs = serviceTimesMs;
  }

  /** When a call was ready, by the number that is its id. */
  readyAtMs(id: string): number {
    return this.#readyAtMs[Number(id)] ?? Number.NaN;
  }

  /** Starts the next call, and returns its id. */
  create(): string {
    const index = this.#readyAtMs.length;
    this.#readyAtMs.push(this.#time.nowMs() + (this.#serviceTimesMs[index] ?? 0));
    return String(index);
  }

  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (request.method === "PUT") {
      await request.arrayBuffer();
      return new Response(null);
    }
    if (pathname.endsWith("/presigned-url")) return Response.json({ data: grant });
    if (request.method === "POST") return Response.json({ data: { callId: this.create(), status: "processing" } });
    const [, category] = pathname.split("/categories/");
    if (category !== undefined) return Response.json({ data: { id: category } });
    const [id = ""] = /\d+(?=\/analysis$)/.exec(pathname) ?? [];
    this.polls += 1;
    return Response.json({ data: this.#snapshot(id) });
  };

  #snapshot(id: string): object {
    const isReady = this.readyAtMs(id) <= this.#time.nowMs();
    const analysis = isReady ? { score: 82, outcomeLabel: "good", sections: [], extractions: [] } : null;
    return { callId: id, status: isReady ? "completed" : "processing", analysis, metadata: { udfs: {} } };
  }
}

const grant = {
  key: "recordings/call.wav",
  presignedUrl: "https://store.test/recordings/call.wav?signature=1",
  publicUrl: "https://store.test/recordings/call.wav",
};

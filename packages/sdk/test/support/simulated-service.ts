/** A service without a network, on virtual time: limits of creations, outages, and analyses that take their time. */
import { CallAnalysis, type ClientOptions } from "@call-analysis/sdk";
import { analyzeFiles, type BatchInput, type BatchOptions, type BatchOutcome } from "@call-analysis/sdk/batch";
import { pass } from "./virtual-run.ts";

export type Operation = "grant" | "put" | "create" | "analysis" | "category" | "agents";

/** An answer or a failure in the place of the usual one; undefined for the usual one. */
export type Answer = (request: {
  operation: Operation;
  /** From 1, of this operation. */
  nth: number;
  /** From the start. */
  atMs: number;
  /** The category, the call, or the recording's address. */
  id: string;
}) => Response | Error | undefined;

export interface SimulatedOptions {
  answer?: Answer | undefined;
  /** How long each response takes, in milliseconds. @default 50 */
  latencyMs?: number;
  /** How long each analysis takes, in milliseconds. @default 0 */
  analysisMs?: (nth: number) => number;
}

interface SimulatedCall {
  filename: string;
  /** When the analysis is there. */
  readyAtMs: number;
}

export class SimulatedService {
  readonly calls: SimulatedCall[] = [];
  /** When each request came, in milliseconds from the start. */
  readonly times: Record<Operation, number[]> = {
    grant: [],
    put: [],
    create: [],
    analysis: [],
    category: [],
    agents: [],
  };
  readonly createdAtMs: number[] = [];
  readonly #startMs = performance.now();
  readonly #options: SimulatedOptions;

  constructor(options: SimulatedOptions = {}) {
    this.#options = options;
  }

  client(options: ClientOptions = {}): CallAnalysis {
    return new CallAnalysis({
      apiKey: "key-of-the-test",
      baseUrl: "https://api.test/v1",
      fetch: this.fetch,
      ...options,
    });
  }

  nowMs(): number {
    return performance.now() - this.#startMs;
  }

  /** The names of the recordings of which there is a call, each as often as there is one. */
  names(): string[] {
    return this.calls.map(({ filename }) => filename);
  }

  readonly fetch = async (
    address: string,
    init: { method?: string; body?: BodyInit | null; signal?: AbortSignal | null } = {},
  ): Promise<Response> => {
    const operation = operationOf(address, init.method);
    const body = init.body instanceof ReadableStream ? await new Response(init.body).text() : String(init.body ?? "");
    const id =
      operation === "create" ? JSON.parse(body).audio_url : (address.split("/")[operation === "put" ? 3 : 5] ?? "");
    const atMs = this.nowMs();
    const nth = this.times[operation].push(atMs);
    const answer = this.#options.answer?.({ operation, nth, atMs, id });
    const response = answer ?? this.#usual(operation, { nth, id, body });
    await Promise.race([pass(this.#options.latencyMs ?? 50), abortOf(init.signal)]);
    if (response instanceof Error) throw response;
    return response;
  };

  #usual(operation: Operation, { nth, id, body }: { nth: number; id: string; body: string }): Response {
    if (operation === "put") return new Response(null);
    if (operation === "agents") return Response.json({ data: [] });
    if (operation === "category") return Response.json({ data: { id, name: id } });
    if (operation === "grant") {
      const publicUrl = `https://store.test/${nth}/${JSON.parse(body).filename}`;
      return Response.json({ data: { key: String(nth), presignedUrl: `${publicUrl}?signature=s`, publicUrl } });
    }
    if (operation === "create") return this.#create(id);
    const { readyAtMs } = this.calls[Number(id.slice("call-".length)) - 1] ?? { readyAtMs: 0 };
    const analysis = readyAtMs <= this.nowMs() ? { score: 80, outcomeLabel: "Won", sections: [] } : null;
    const status = analysis ? "completed" : "processing";
    return Response.json({ data: { callId: id, status, analysis, metadata: null } });
  }

  #create(audioUrl: string): Response {
    this.createdAtMs.push(this.nowMs());
    const analysisMs = this.#options.analysisMs?.(this.calls.length + 1) ?? 0;
    const filename = audioUrl.split("/").at(-1) ?? "";
    const nth = this.calls.push({ filename, readyAtMs: this.nowMs() + analysisMs });
    return Response.json({ data: { callId: `call-${nth}`, status: "processing" } }, { status: 202 });
  }
}

export function refusal(status: number, retryAfter?: number): Response {
  const headers = retryAfter === undefined ? undefined : { "retry-after": String(retryAfter) };
  return Response.json({ detail: "refused" }, { status, ...(headers && { headers }) });
}

/** As Node says it. */
export function refusedConnection(): Error {
  const cause = Object.assign(new Error("connect ECONNREFUSED 10.0.0.1:443"), { code: "ECONNREFUSED" });
  return new TypeError("fetch failed", { cause });
}

export function brokenConnection(): Error {
  return new TypeError("fetch failed", { cause: Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }) });
}

/** So many inputs, each with its own bytes and name. */
export function manyInputs(count: number): (BatchInput & { filename: string })[] {
  return Array.from({ length: count }, (_, index) => inputNamed(`call-${index}.wav`));
}

export function inputNamed(filename: string): BatchInput & { filename: string } {
  return { file: new TextEncoder().encode(`RIFF ${filename}`), filename, memberId: "m", categoryId: "sales" };
}

/** The outcomes of a batch, and what it has thrown. */
export async function runBatch<Input extends BatchInput<object>>(
  sdk: CallAnalysis,
  inputs: Iterable<Input> | AsyncIterable<Input>,
  options: BatchOptions = {},
  // biome-ignore lint/suspicious/noExplicitAny: tests look into errors of any class.
): Promise<{ outcomes: BatchOutcome<Input>[]; failure: any }> {
  const outcomes: BatchOutcome<Input>[] = [];
  try {
    for await (const outcome of analyzeFiles(sdk, inputs, options)) outcomes.push(outcome);
    return { outcomes, failure: undefined };
  } catch (failure) {
    return { outcomes, failure };
  }
}

/** How many outcomes are ok, and the names of the errors of the others. */
export function summaryOf(outcomes: readonly BatchOutcome<unknown>[]): Record<string, number> {
  const summary: Record<string, number> = {};
  for (const outcome of outcomes) {
    const name = outcome.ok ? "ok" : outcome.error.name;
    summary[name] = (summary[name] ?? 0) + 1;
  }
  return summary;
}

function operationOf(address: string, method = "GET"): Operation {
  if (method === "PUT") return "put";
  if (address.endsWith("/presigned-url")) return "grant";
  if (method === "POST") return "create";
  if (address.endsWith("/agents")) return "agents";
  return address.endsWith("/analysis") ? "analysis" : "category";
}

function abortOf(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
}

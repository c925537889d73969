/** An interface without a network, on virtual time, whose calls take as long as a test says. */
import { CallAnalysis } from "@call-analysis/sdk";
import { analysis } from "./virtual-interface.js";

/** How a call goes, by its place in the row of creations, from 0. That is its id, too. */
export interface CallPlan {
  /** From its creation to its end. */
  takesMs: number;
  /** @default completed */
  ends?: "completed" | "failed";
}

export interface SlowInterface {
  client: CallAnalysis;
  /** When each call was read, in milliseconds after its creation; after the start for a call that was not created here. */
  readsOf: number[][];
}

export function slowInterface(planOf: (place: number) => CallPlan): SlowInterface {
  const createdAtMs: number[] = [];
  const readsOf: number[][] = [];
  const create = () => {
    const place = createdAtMs.push(performance.now()) - 1;
    readsOf[place] = [];
    return { callId: String(place), status: "processing" };
  };
  const read = (place: number) => {
    const sinceMs = Math.round(performance.now() - (createdAtMs[place] ?? 0));
    readsOf[place] = [...(readsOf[place] ?? []), sinceMs];
    const { takesMs, ends = "completed" } = planOf(place);
    const status = sinceMs < takesMs ? "processing" : ends;
    return { callId: String(place), status, analysis: status === "completed" ? analysis : null, metadata: null };
  };
  const fetch = async (input: string | URL | Request, { method }: RequestInit = {}): Promise<Response> => {
    if (method === "PUT") return new Response(null);
    if (String(input).endsWith("/presigned-url")) return Response.json({ data: grant });
    const [, place] = /(\d+)\/analysis$/.exec(String(input)) ?? [];
    return Response.json({ data: place === undefined ? create() : read(Number(place)) });
  };
  return { client: new CallAnalysis({ apiKey: "key", baseUrl: "https://api.test/v1", fetch }), readsOf };
}

const grant = { key: "k", presignedUrl: "https://store.test/k?signature=s", publicUrl: "https://store.test/k" };

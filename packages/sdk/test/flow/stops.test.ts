import { CallAnalysis, type CallAnalysisError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { analysis, settled } from "../support/virtual-interface.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

useFakeTimersInEachTest({ toFake: ["setTimeout", "clearTimeout", "performance"] });

type Stage = "grant" | "upload" | "create" | "poll";

function stageOf(url: string, method = "GET"): Stage {
  if (method === "PUT") return "upload";
  if (method === "GET") return "poll";
  return url.endsWith("/calls") ? "create" : "grant";
}

const grant = { key: "k", presignedUrl: "https://store.test/k?signature=s", publicUrl: "https://store.test/k" };
const answers: Record<Stage, () => Response> = {
  grant: () => Response.json({ data: grant }),
  upload: () => new Response(),
  create: () => Response.json({ data: { callId: "call-1", status: "processing" } }, { status: 202 }),
  poll: () => Response.json({ data: { callId: "call-1", status: "completed", analysis } }),
};

/** What a flow is stopped with by its deadline, when each request takes a while, and one of them never gets a response. */
async function stopAt(stage: Stage, deadlineMs: number): Promise<CallAnalysisError> {
  const fetch = async (input: string | URL | Request, { method, body }: RequestInit = {}) => {
    const reached = stageOf(String(input), method);
    if (reached === stage) return new Promise<Response>(() => {});
    // A store has the recording when it has read all of it.
    if (reached === "upload") await new Response(body).arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, 900));
    return answers[reached]();
  };
  const sdk = new CallAnalysis({
    apiKey: "key-1",
    baseUrl: "https://api.test/v1",
    fetch,
    retry: false,
    timeoutMs: 5_000,
  });
  const input = { file: new Uint8Array(8), contentType: "audio/wav", memberId: "m", categoryId: "c" };
  const flow = sdk.calls.analyzeFile(input, { deadlineMs, poll: { initialDelayMs: 0 } });
  return (await settled(flow)) as CallAnalysisError;
}

test.each<Stage>(["grant", "upload", "create", "poll"])(
  "a deadline ends a flow in time at the stage %s, also after slow requests",
  async (stage) => {
    const startMs = performance.now();
    const error = await stopAt(stage, 3_000);
    expect(error.stage).toBe(stage);
    // Each request has what is left of the flow's time, and not all of it again.
    expect(Math.round(performance.now() - startMs)).toBe(3_000);
    // It names the limit that the caller has set, and not what was left of it.
    expect(`${error.message} ${error.cause}`).toContain("deadlineMs = 3000 ms");
  },
);

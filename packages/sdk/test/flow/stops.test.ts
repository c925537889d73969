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

/**
 * What a flow is stopped with when one of its requests never gets a response.
 *
 * @param takesMs how long each request before it takes
 */
async function stopAt(
  stage: Stage,
  options: { deadlineMs?: number } | "abort",
  takesMs = 0,
): Promise<CallAnalysisError> {
  const controller = new AbortController();
  const fetch = async (input: string | URL | Request, { method, body }: RequestInit = {}) => {
    const reached = stageOf(String(input), method);
    // A store has the recording when it has read all of it.
    if (reached === "upload" && stage !== "upload") await new Response(body).arrayBuffer();
    if (reached !== stage) {
      await new Promise((resolve) => setTimeout(resolve, takesMs));
      return answers[reached]();
    }
    if (options === "abort") setTimeout(() => controller.abort(), 10);
    return new Promise<Response>(() => {});
  };
  const retry = { maxAttempts: 1 };
  const sdk = new CallAnalysis({ apiKey: "key-1", baseUrl: "https://api.test/v1", fetch, retry, timeoutMs: 5_000 });
  const limits = options === "abort" ? { signal: controller.signal } : options;
  const poll = { initialDelayMs: 0, intervalMs: 0, toleratedFailures: 0 };
  const input = { file: new Uint8Array(8), contentType: "audio/wav", memberId: "m", categoryId: "c" };
  return (await settled(sdk.calls.analyzeFile(input, { ...limits, poll }))) as CallAnalysisError;
}

/** What each stage was doing: an address without its signature, so that the message can be shown. */
const requests: Record<Stage, string> = {
  grant: "POST https://api.test/v1/calls/presigned-url",
  upload: "PUT https://store.test/k",
  create: "POST https://api.test/v1/calls",
  poll: "GET https://api.test/v1/calls/call-1/analysis",
};
const stages = Object.keys(requests) as Stage[];

/** Where to go on from each stage. */
const tokens: Record<Stage, unknown> = {
  grant: undefined,
  upload: undefined,
  create: expect.objectContaining({ stage: "create", uncertain: true }),
  poll: { version: 1, stage: "poll", baseUrl: "https://api.test/v1", callId: "call-1" },
};

const stops: [how: string, options: { deadlineMs?: number } | "abort", name: string, limit: string][] = [
  ["aborted", "abort", "AbortError", "aborted"],
  ["out of time", {}, "TimeoutError", "timeoutMs = 5000 ms"],
  ["past the deadline", { deadlineMs: 3_000 }, "TimeoutError", "deadlineMs = 3000 ms"],
];

const cases = stops.flatMap(([how, options, name, limit]) =>
  stages.map((stage) => ({ how, stage, options, name, limit })),
);

test.each(cases)(
  "a flow that is $how at the stage $stage says what it was doing, warns only of a creation, and says where to go on",
  async ({ stage, options, name, limit }) => {
    const error = await stopAt(stage, options);
    const isUncertain = stage === "create" && options !== "abort";
    expect(error).toMatchObject({ stage, name: isUncertain ? "SubmissionUncertainError" : name });
    expect(error.message).toContain(stage === "poll" && limit.startsWith("deadline") ? "call-1" : requests[stage]);
    expect(isUncertain ? String(error.cause) : error.message).toContain(limit);
    expect(error.message.includes("Before you send it again")).toBe(isUncertain);
    expect(error.resume).toEqual(tokens[stage]);
  },
);

test.each(stages)("a deadline ends a flow in time at the stage %s, also after slow requests", async (stage) => {
  const startMs = performance.now();
  const error = await stopAt(stage, { deadlineMs: 3_000 }, 900);
  expect(error.stage).toBe(stage);
  // Each request has what is left of the flow's time, and not all of it again.
  expect(Math.round(performance.now() - startMs)).toBe(3_000);
  // It names the limit that the caller has set, and not what was left of it.
  expect(`${error.message} ${error.cause}`).toContain("deadlineMs = 3000 ms");
});

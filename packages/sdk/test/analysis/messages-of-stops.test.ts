import { CallAnalysis, type CallAnalysisError } from "@call-analysis/sdk";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { analysis, settled } from "./virtual-interface.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

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

/** What a flow is stopped with when one of its requests never gets a response. */
async function stopAt(stage: Stage, options: { deadlineMs?: number } | "abort"): Promise<CallAnalysisError> {
  const controller = new AbortController();
  const fetch = async (input: string | URL | Request, { method }: RequestInit = {}) => {
    const reached = stageOf(String(input), method);
    if (reached !== stage) return answers[reached]();
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

const grantRequest = "POST https://api.test/v1/calls/presigned-url";
const put = "PUT https://store.test/k?[redacted]";
const creation = "POST https://api.test/v1/calls";
const reading = "GET https://api.test/v1/calls/call-1/analysis";
const noResponse = "no complete response within timeoutMs = 5000 ms. Raise it, or look at the service's load.";
const uncertain =
  "it was sent, and it is unknown whether the call was created. Check whether it exists before you send it again: that can create a second call.";
const notInTime = "was not done within deadlineMs = 3000 ms. Raise it, or see `cause`, if any, for what held it up.";

const messages: [how: string, stage: Stage, options: { deadlineMs?: number } | "abort", message: string][] = [
  ["aborted", "grant", "abort", `AbortError: ${grantRequest} was aborted by its signal.`],
  ["aborted", "upload", "abort", `AbortError: ${put} was aborted by its signal.`],
  [
    "aborted",
    "create",
    "abort",
    `AbortError: ${creation} was aborted by its signal. It had been sent: check what was done before you repeat it.`,
  ],
  ["aborted", "poll", "abort", `AbortError: ${reading} was aborted by its signal.`],
  ["out of time", "grant", {}, `TimeoutError: ${grantRequest}: ${noResponse}`],
  [
    "out of time",
    "upload",
    {},
    `TimeoutError: ${put}: no progress for timeoutMs = 5000 ms. Raise that limit, or check the network.`,
  ],
  ["out of time", "create", {}, `SubmissionUncertainError: ${creation}: ${uncertain}`],
  ["out of time", "poll", {}, `TimeoutError: ${reading}: ${noResponse}`],
  ["past the deadline", "grant", { deadlineMs: 3_000 }, `TimeoutError: ${grantRequest} ${notInTime}`],
  ["past the deadline", "upload", { deadlineMs: 3_000 }, `TimeoutError: ${put} ${notInTime}`],
  ["past the deadline", "create", { deadlineMs: 3_000 }, `SubmissionUncertainError: ${creation}: ${uncertain}`],
  ["past the deadline", "poll", { deadlineMs: 3_000 }, `TimeoutError: The analysis of call call-1 ${notInTime}`],
];

test.each(messages)(
  "a flow that is %s at the stage %s says so, and warns only of a creation",
  async (_how, stage, options, message) => {
    const error = await stopAt(stage, options);
    expect(String(error)).toBe(message);
    expect(error.stage).toBe(stage);
    expect(/second call|before you repeat/.test(error.message)).toBe(stage === "create");
  },
);

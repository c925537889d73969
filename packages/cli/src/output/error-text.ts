/** Writes an error as text for people, or as JSON. No key is shown, because the client redacts its errors. */
import { styleText } from "node:util";
import { ApiError, CallAnalysisError, ConnectionError, PollTimeoutError } from "@call-analysis/sdk";
import { type Context, isLive } from "../context.js";
import { CommandError, hasCode, systemCodeOf } from "../errors.js";
import { jsonText, oneLine } from "./text-width.js";

/** What to do next after an error of the client, by its code. The client's messages name its options, not flags. */
const hints: Readonly<Record<string, string | ((error: CallAnalysisError) => string | undefined)>> = {
  configuration:
    "In this command, baseUrl is --base-url, campaignBaseUrl is --campaign-base-url, apiKey is CALL_ANALYSIS_API_KEY, logLevel is CALL_ANALYSIS_LOG, contentType is the file extension, and dangerouslyAllowHttp is not available.",
  authentication: "Check CALL_ANALYSIS_API_KEY. For prospects, CALL_ANALYSIS_CAMPAIGN_API_KEY replaces it if set.",
  permission_denied: "Ask your provider which permissions your key has.",
  connection: (error) => {
    if (!ConnectionError.is(error) || error.requestSent) return undefined;
    const { env } = process;
    return (env.HTTPS_PROXY || env.https_proxy) && !env.NODE_USE_ENV_PROXY
      ? "HTTPS_PROXY is set, but Node ignores it without NODE_USE_ENV_PROXY=1."
      : "To work without the service, start the fake: npx call-analysis-mock";
  },
  poll_timeout: (error) =>
    PollTimeoutError.is(error) ? `The call exists. Wait again: call-analysis calls wait ${error.callId}` : undefined,
};

/** Writes an error to stderr: one line of JSON, or text with what to do next. */
export function printError(error: unknown, { context, isJson }: { context: Context; isJson: boolean }): void {
  const { stderr, env } = context;
  if (isJson) {
    stderr.write(`${jsonText({ error: errorJson(error) })}\n`);
    return;
  }
  // See https://no-color.org
  const isColored = isLive(stderr, env) && !env.NO_COLOR;
  const label = isColored ? styleText("red", "Error: ", { validateStream: false }) : "Error: ";
  // A person's decision is not an error.
  const isDecided = hasCode(error, "declined") || hasCode(error, "interrupted");
  const lines = errorLines(error).map(oneLine);
  stderr.write(`${isDecided ? "" : label}${lines.join("\n")}\n`);
}

/** An error for people: what went wrong, the problems, and what to do next. */
export function errorLines(error: unknown, prefix = ""): string[] {
  const { details = [], hint = [] } = partsOf(error);
  return [prefix + messageOf(error), ...details.map((line) => `  ${line}`), hint].flat();
}

/** An error's fields as JSON, without keys. */
export function errorJson(error: unknown): Record<string, unknown> {
  const { details, hint } = partsOf(error);
  if (CallAnalysisError.is(error)) return { ...error.toJSON(), ...(hint && { hint }) };
  const { name = "Error", code = systemCodeOf(error) } = Object(error) as { name?: string; code?: string };
  return { name, code: code ?? "unexpected", message: messageOf(error), details, hint };
}

/** The problem, in one paragraph. */
export function messageOf(error: unknown): string {
  // The client's message names its own option.
  if (PollTimeoutError.is(error))
    return `The analysis of ${error.callId} took longer than ${error.waitedMs / 60_000} minutes.`;
  return error instanceof Error ? error.message : String(error);
}

/** The problems, one per line, and what to do next unless the message says it. */
function partsOf(error: unknown): { details?: readonly string[] | undefined; hint?: string | undefined } {
  if (error instanceof CommandError) return error;
  if (!CallAnalysisError.is(error)) return {};
  const ofCode = hints[error.code];
  const fields = ApiError.is(error) ? error.fieldErrors : [];
  const details = fields.map(({ path, message }) => `${path}: ${message}`);
  return { details, hint: typeof ofCode === "function" ? ofCode(error) : ofCode };
}

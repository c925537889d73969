/** How an error is told: for people, or as JSON. Nothing here shows a key: the client takes them out of its errors. */
import { styleText } from "node:util";
import { ApiError, CallAnalysisError, ConnectionError, PollTimeoutError } from "@call-analysis/sdk";
import { type Context, hasColors } from "../context.js";
import { hasCode, systemCodeOf } from "../errors.js";
import { jsonText, oneLine } from "./text-width.js";

/** What to do when the service refuses the key. */
export const refusedKeyHint =
  "Check the key in CALL_ANALYSIS_API_KEY; for prospects, in CALL_ANALYSIS_CAMPAIGN_API_KEY if you set it.";

/** What to do next after an error of the client, by its code. Its messages name the client's options, and not flags. */
const hints: Readonly<Record<string, string | ((error: CallAnalysisError) => string | undefined)>> = {
  configuration:
    "Set baseUrl by --base-url, campaignBaseUrl by --campaign-base-url, apiKey by CALL_ANALYSIS_API_KEY, logLevel by CALL_ANALYSIS_LOG, and contentType by the file's ending.",
  authentication: refusedKeyHint,
  permission_denied: "Use a key that may do this, or ask who issued it.",
  connection: (error) => {
    if (!ConnectionError.is(error) || error.requestSent) return undefined;
    const { env } = process;
    return (env.HTTPS_PROXY || env.https_proxy) && !env.NODE_USE_ENV_PROXY
      ? "HTTPS_PROXY is set, and Node uses it only with NODE_USE_ENV_PROXY=1."
      : "To try without a service: npx call-analysis-mock starts a fake of it.";
  },
  poll_timeout: (error) =>
    PollTimeoutError.is(error) ? `The call exists: call-analysis calls wait ${error.callId}` : undefined,
};

/** Writes an error to stderr: one line of JSON, or text with what to do next. */
export function printError(error: unknown, { context, isJson }: { context: Context; isJson: boolean }): void {
  const { stderr, env } = context;
  if (isJson) {
    stderr.write(`${jsonText({ error: errorJson(error) })}\n`);
    return;
  }
  const isColored = hasColors(stderr, env);
  const label = isColored ? styleText("red", "Error: ", { validateStream: false }) : "Error: ";
  // What a person has decided is no error.
  const isDecided = hasCode(error, "declined") || hasCode(error, "interrupted");
  const hint = hintOf(error);
  const lines = [messageOf(error), ...fieldLines(error), ...(hint ? [hint] : [])].map(oneLine);
  stderr.write(`${isDecided ? "" : label}${lines.join("\n")}\n`);
}

/** An error's fields as JSON, without keys. */
export function errorJson(error: unknown): Record<string, unknown> {
  const hint = hintOf(error);
  const fields = CallAnalysisError.is(error)
    ? error.toJSON()
    : { name: error instanceof Error ? error.name : "Error", code: codeOf(error), ...detailsOf(error) };
  return { ...fields, message: messageOf(error), ...(hint && { hint }) };
}

/** What went wrong, in one paragraph. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown): string {
  const { code } = Object(error) as { code?: unknown };
  return systemCodeOf(error) ?? (typeof code === "string" ? code : "unexpected");
}

function detailsOf(error: unknown): { details?: readonly string[] } {
  const { details } = Object(error) as { details?: readonly string[] };
  return details ? { details } : {};
}

function fieldLines(error: unknown): string[] {
  const { details } = detailsOf(error);
  if (details) return details.map((line) => `  ${line}`);
  if (!ApiError.is(error)) return [];
  return error.fieldErrors.map(({ path, message }) => `  ${path}: ${message}`);
}

/** What to do next; undefined when the message says it. */
function hintOf(error: unknown): string | undefined {
  const { hint } = Object(error) as { hint?: unknown };
  if (typeof hint === "string") return hint;
  if (!CallAnalysisError.is(error)) return undefined;
  const ofCode = hints[error.code];
  return typeof ofCode === "function" ? ofCode(error) : ofCode;
}

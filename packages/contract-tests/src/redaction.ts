/** Keeps what a service sends and returns out of reports and off the terminal. */
import { isIdentifier } from "./identifier.ts";
import { parsedJson, type RecordedResponse } from "./recording-client.ts";
import type { Target } from "./targets/target.ts";

/** Shorter texts are parts of ordinary words and reveal nothing. */
const minSecretLength = 4;

/** What a run was on, and what it sent and got. */
export interface RedactedRun {
  target: Target;
  responses: readonly RecordedResponse[];
}

/**
 * A copy of a report, as JSON, without any text that was sent or returned in a run. A report contains none of them when the
 * cases are written correctly: this catches the case that is not.
 */
export function withoutSecrets<Report>(report: Report, { target, responses }: RedactedRun): Report {
  const keys = [target.apiKey, target.campaign?.apiKey, target.otherApiKey, target.campaign?.id];
  const signatures = responses.flatMap(({ request }) => [...new URL(request.url).searchParams.values()]);
  const texts = responses.flatMap(({ request, json }) => [request.url, ...textsIn(bodyOf(request)), ...textsIn(json)]);
  const all = new Set([...keys, ...signatures, ...texts.filter((text) => !isIdentifier(text))]);
  // The longest first, so that no part of one remains.
  const secrets = [...all].filter(isLong).sort((one, other) => other.length - one.length);
  const redacted = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, "…"), text);
  return JSON.parse(JSON.stringify(report, (_key, value) => (typeof value === "string" ? redacted(value) : value)));
}

function isLong(text: string | undefined): text is string {
  return text !== undefined && text.length >= minSecretLength;
}

/** Every string inside a value, including the keys of its objects. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsIn(item)]);
}

function bodyOf({ body }: RecordedResponse["request"]): unknown {
  return typeof body === "string" ? (parsedJson(body) ?? body) : undefined;
}

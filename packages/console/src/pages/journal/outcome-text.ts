/** The outcome of a request, as its client saw it. */
import type { JournalEntry } from "@call-analysis/mock";
import { durationText } from "./times.ts";

/** The outcome of each fault, as a client sees it. */
const metTexts: Readonly<Record<string, string>> = {
  latency: "late",
  "network error": "connection ended without a response",
  "network error after": "response lost",
  "network reset": "connection reset",
  "network timeout": "no response ever came",
  "body truncate": "connection broken after half of the response",
  "body stall": "nothing came after half of the response",
  "body empty": "empty response",
  "body malformed": "response that is not JSON",
  "upload slow": "slow upload",
  "upload cut": "connection broken during the upload",
};

/** A fault of an entry in words. */
export function faultText(fault: string): string {
  const [, name = "", after] = /^(.*?)( after)?$/.exec(fault) ?? [];
  return metTexts[fault] ?? `${metTexts[name] ?? name}${after ? " after the service had acted" : ""}`;
}

/** The outcome of a request that was held, refused or failed, and the reason; empty for any other. */
export function outcomeText(entry: JournalEntry): string {
  const { reason, faults, lostResponse } = entry;
  const isCreated = typeof lostResponse?.callId === "string";
  const met = faults.filter((fault) => !isCreated || fault !== "network error after").map(faultText);
  const rules = rulesOf(entry, ({ then }) => !then.hold && !then.end);
  const cause = faults.length > 0 && rules.length > 0 ? `${[...met, `by ${rules.join(", ")}`].join(", ")}.` : reason;
  const texts = [heldText(entry), workText(entry), cause && `${cause.slice(0, 1).toUpperCase()}${cause.slice(1)}`];
  return texts.filter(Boolean).join(" ");
}

/** The rules that applied to a request and are of some kind. */
function rulesOf(
  { rules, ruleDefinitions }: JournalEntry,
  isWanted: (definition: JournalEntry["ruleDefinitions"][number]) => boolean,
): string[] {
  return rules.filter((_, index) => ruleDefinitions[index] && isWanted(ruleDefinitions[index]));
}

function heldText(entry: JournalEntry): string | undefined {
  const gates = rulesOf(entry, ({ then }) => then.hold === true);
  // A delay that came after it is in the same time.
  const time = entry.faults.includes("latency") ? "" : ` for ${durationText(entry.durationMs)}`;
  return gates.length === 0 ? undefined : `Held${time} by ${gates.join(" and ")}.`;
}

/** Whether the work of a failed request was done; undefined for a request that did not fail. */
export function workText({ operation, status, lostResponse, faults }: JournalEntry): string | undefined {
  if (lostResponse?.callId) return "Response lost after the call was created.";
  const hasFailed = status === null || status >= 400 || faults.includes(`status ${status}`);
  if (operation === "createCall" && hasFailed) return "No call was created.";
  return lostResponse ? `Response lost: the service had acted, with status ${lostResponse.status}.` : undefined;
}

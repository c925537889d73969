import type { JournalEntry } from "@call-analysis/mock";

/** What became of the work that a failed request asked for; undefined for a request that did not fail. */
export function workText({ operation, status, lostResponse, faults }: JournalEntry): string | undefined {
  if (lostResponse?.callId) return "Response lost: the call was created.";
  const hasFailed = status === null || status >= 400 || faults.includes(`status ${status}`);
  if (operation === "createCall" && hasFailed) return "No call was created.";
  return lostResponse ? `Response lost: the service had acted, with status ${lostResponse.status}.` : undefined;
}

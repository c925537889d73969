/** Journals in temporary folders, and what is claimed in them. */
import { join } from "node:path";
import type { ClaimOptions } from "@call-analysis/sdk";
import { type FileJournal, fileJournal } from "@call-analysis/sdk/node";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./recordings.ts";

export const baseUrl = "https://service.test/v1";

export function journalPath(): string {
  return join(temporaryFolder(), "calls.journal");
}

/** A journal without claims that nobody ends: those would make `close()` wait. */
export function openJournal(path: string): FileJournal {
  const journal = fileJournal(path);
  onTestFinished(() => journal.close());
  return journal;
}

type Changes = Partial<Omit<ClaimOptions, "call">> & { call?: Partial<ClaimOptions["call"]> };

/** What a flow says when it claims. */
export function claimOf({ call, ...changes }: Changes = {}): ClaimOptions {
  return {
    recreate: false,
    baseUrl,
    recording: { name: "call.wav", sizeBytes: 3, digest: "abc" },
    signal: new AbortController().signal,
    ...changes,
    call: { memberId: "member", categoryId: "category", audio_url: "https://files.test/call.wav", ...call },
  };
}

export const claimed = { status: "claimed" };
export const unknown = { status: "unknown", audio_url: "https://files.test/call.wav" };

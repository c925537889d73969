import type { Analysis } from "@call-analysis/sdk";
import { createMockService, type MockService } from "../../src/index.js";
import { createCall, readAnalysis, upload } from "../support/flow.js";
import { wav } from "../support/wav.js";

/** An analysis, and the summary that came with it. */
export interface GoldenAnalysis {
  name: string;
  analysis: Analysis;
  summary: string;
}

/** A call whose analysis is known. */
export interface GoldenCall {
  name: string;
  /** Places in the demo's lists. */
  category: number;
  agent: number;
  /** Of a recording that is uploaded; undefined for one that is hosted elsewhere. */
  seconds?: number;
  udfs?: Record<string, unknown>;
  date?: string;
}

const dates = [undefined, "2026-01-31", "31/01/2026 14:30", "2026-01-31T09:00:00Z"];

/** Calls of every category, with and without uploads, user-defined fields and dates: what the rules of reviews leave open. */
export const goldenCalls: readonly GoldenCall[] = Array.from({ length: 9 }, (_, index) => ({
  name: `call ${index + 1}`,
  category: index % 3,
  agent: index % 4,
  ...(index % 2 === 0 ? { seconds: index % 8 === 0 ? 3 + index : 30 + 20 * index } : {}),
  ...(index % 5 === 0 ? {} : { udfs: { crmId: String(84_000 + index), nested: { vip: index % 3 === 0 } } }),
  ...(dates[index % 4] === undefined ? {} : { date: dates[index % 4] }),
}));

/** The service that the golden analyses are of. */
export function goldenService(): MockService {
  return createMockService({
    seed: 20_26,
    clock: { startAt: "2026-01-31T10:00:00Z" },
    progression: { mode: "immediate" },
  });
}

/** Creates a golden call, and gives its id. */
export async function createGoldenCall(service: MockService, call: GoldenCall): Promise<string> {
  const { name, category, agent, seconds, udfs, date } = call;
  const hosted = `https://recordings.example.com/${encodeURIComponent(name)}.wav`;
  return createCall(service, {
    categoryId: service.db.categories.list()[category]?.id,
    memberId: service.db.agents.list()[agent]?.id,
    audio_url: seconds === undefined ? hosted : await upload(service, wav({ seconds, samplesPerSecond: 100 })),
    udfs,
    date,
  });
}

/** Creates a golden call, and reads its analysis. */
export async function analysed(service: MockService, call: GoldenCall): Promise<GoldenAnalysis> {
  const callId = await createGoldenCall(service, call);
  const { analysis, metadata } = await readAnalysis(service, callId);
  return { name: call.name, analysis, summary: metadata.summary };
}

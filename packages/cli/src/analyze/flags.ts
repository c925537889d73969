import type { CommonFlags } from "../session.js";

/** The flags of `analyze`. */
export interface AnalyzeFlags extends CommonFlags {
  member?: string;
  category?: string;
  udf?: Record<string, string>;
  date?: string;
  pass?: string;
  manifest?: string;
  concurrency?: number;
  maxCalls?: number;
  dryRun?: boolean;
  yes?: boolean;
}

import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** What the command was asked for. */
export interface Flags {
  help: boolean;
  /** The targets to run on; empty for all there are. */
  door: readonly string[];
  negative: boolean;
  destructive: boolean;
  /** The folder for a live run's report. */
  report: string;
}

/** What `--help` prints. */
export const help = `Runs the specification's cases on the fake at each of its doors and, when CALL_ANALYSIS_BASE_URL and
CALL_ANALYSIS_API_KEY are set, on that live service.

  --door name       fetch, msw, http or live; may be repeated (all that there are)
  --negative        on a live service, also send requests that must be refused
  --destructive     on a live service, also leave behind what is large, repeated or orphaned
  --report folder   where the live run's drift.md and drift.json go (packages/contract-tests/report)
  --help

The live service's environment variables are in packages/contract-tests/README.md.`;

/** Reads the command's arguments. @throws {TypeError} for one that it does not know */
export function parseFlags(args: readonly string[]): Flags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", default: false },
      door: { type: "string", multiple: true, default: [] },
      negative: { type: "boolean", default: false },
      destructive: { type: "boolean", default: false },
      report: { type: "string", default: fileURLToPath(new URL("../report", import.meta.url)) },
    },
  });
  return values;
}

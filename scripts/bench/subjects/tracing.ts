/** One GET through the client with a canned `fetch`: as it is, without the code that traces, and with a subscriber. */

import { tracingChannel } from "node:diagnostics_channel";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type * as Sdk from "@call-analysis/sdk";
import { build, type Plugin } from "esbuild";
import { benchPath, rootPath } from "../harness/folders.ts";
import type { SubjectMaker } from "../harness/subject.ts";
import { cannedFetch, cannedKey, cannedOrigin } from "./canned.ts";

/** Replaces the client's file for tracing by all that the client uses of it, without the tracing. */
const untraced: Plugin = {
  name: "untraced",
  setup: ({ onLoad, onEnd }) => {
    let isReplaced = false;
    onLoad({ filter: /request\/tracing\.ts$/ }, () => {
      isReplaced = true;
      return { contents: "export function traced(_kind, work) { return work(); }", loader: "js" };
    });
    onEnd(() => {
      if (!isReplaced) throw new Error("The client has no file request/tracing.ts to replace.");
    });
  },
};

export const subjects: Record<string, SubjectMaker> = {
  ours: async () => listWith("as-it-is", []),
  "ours, without tracing": async () => listWith("untraced", [untraced]),
  "ours, with a subscriber": async () => {
    for (const event of ["start", "asyncEnd"] as const)
      tracingChannel("call-analysis:attempt")[event].subscribe(() => {});
    return listWith("subscribed", []);
  },
};

/** Bundles the client's sources in the same way for every side, so that nothing else differs. */
async function listWith(name: string, plugins: Plugin[]) {
  const outfile = benchPath(`node_modules/.tracing/${name}.mjs`);
  mkdirSync(dirname(outfile), { recursive: true });
  const entryPoints = [rootPath("packages/sdk/src/index.ts")];
  await build({ entryPoints, outfile, plugins, bundle: true, format: "esm", target: "es2022", tsconfigRaw: {} });
  const { CallAnalysis } = (await import(outfile)) as typeof Sdk;
  const sdk = new CallAnalysis({ apiKey: cannedKey, baseUrl: `${cannedOrigin}/v1`, fetch: cannedFetch });
  return () => sdk.agents.list();
}

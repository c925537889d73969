/** What only servers need early: environment variables, some headers, few listeners. `no-environment.ts` is for pages. */
import { type LogOptions, logLevelRule } from "./request/log.js";
import { check } from "./rules.js";
import { environmentVariable, isBrowser, runtimeName } from "./runtime.js";
import { version } from "./version.js";

export { onAbort } from "./request/on-abort.js";

const variables = {
  apiKey: "CALL_ANALYSIS_API_KEY",
  baseUrl: "CALL_ANALYSIS_BASE_URL",
  campaignBaseUrl: "CALL_ANALYSIS_CAMPAIGN_BASE_URL",
  campaignApiKey: "CALL_ANALYSIS_CAMPAIGN_API_KEY",
} as const;

/** An option that an environment variable may give. */
export type VariableOption = keyof typeof variables;

/** The options. Missing ones are taken from the environment. */
export function withEnvironment<Options extends Partial<Record<VariableOption, unknown>>>(given: Options): Options {
  const options = { ...given };
  for (const [name, variable] of Object.entries(variables)) {
    const value = options[name as VariableOption] ?? environmentVariable(variable);
    if (value !== undefined) Object.assign(options, { [name]: value });
  }
  return options;
}

/** How to give an option that is missing. */
export function waysToPass(name: VariableOption): string {
  return `Pass it, or set ${variables[name]}.`;
}

/** Where the log goes, and from which level on. */
export function logOptions({ logger, logLevel }: LogOptions): LogOptions {
  const variable = logger === undefined ? environmentVariable("CALL_ANALYSIS_LOG") : undefined;
  if (!variable) return { logger, logLevel };
  check("CALL_ANALYSIS_LOG", variable, logLevelRule);
  // The rule knows that the variable is one of the levels.
  return { logger: console, logLevel: logLevel ?? (variable as LogOptions["logLevel"]) };
}

/** The `User-Agent` header. Browsers send their own. */
export function userAgentHeader(userAgent: string | undefined): Record<string, string> | undefined {
  if (isBrowser()) return undefined;
  return { "user-agent": [userAgent, `call-analysis-sdk/${version}`, runtimeName()].filter(Boolean).join(" ") };
}

/** Whether `fetch` sets a header itself, or refuses it. Browsers leave these headers out. */
export function isSetByFetch(name: string): boolean {
  return /^(connection|content-length|expect|host|keep-alive|transfer-encoding|upgrade)$/.test(name);
}

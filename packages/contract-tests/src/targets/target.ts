import { type OperationId, operationOf } from "../contract/openapi-document.ts";

/** How a target is reached: the fake through one of its adapters, or the live service. */
export type TargetName = "fetch" | "msw" | "http" | "live";

/** The campaign interface, and a campaign to which cases may add prospects. */
export interface CampaignTarget {
  baseUrl: string;
  apiKey: string;
  id: string;
}

/** A service that cases run on. */
export interface Target {
  name: TargetName;
  fetch: typeof globalThis.fetch;
  /** The external interface; ends with the version segment. */
  baseUrl: string;
  apiKey: string;
  campaign?: CampaignTarget | undefined;
  /** A key of another organization. */
  otherApiKey?: string | undefined;
  /** Moves the service's clock, in milliseconds. Only the fake has it. */
  advanceClock?: ((milliseconds: number) => void) | undefined;
  /** Pause between two reads of an analysis, in milliseconds. */
  pollIntervalMs: number;
  /** Longest wait for an analysis, in milliseconds. */
  pollTimeoutMs: number;
  /** Number of inputs that each generated case tries. */
  generatedInputs: number;
  close(): Promise<void>;
}

/** What a case can need of a target besides the external interface. */
export type Capability = "campaign" | "other organization" | "clock";

/** Path parameters by name. */
export type PathParameters = Readonly<Record<string, string>>;

/** Whether a target has what a case needs. */
export function hasCapability(target: Target, capability: Capability): boolean {
  switch (capability) {
    case "campaign":
      return target.campaign !== undefined;
    case "other organization":
      return target.otherApiKey !== undefined;
    case "clock":
      return target.advanceClock !== undefined;
  }
}

/**
 * The address of an operation on a target.
 *
 * @throws {RangeError} when a parameter is missing, or the target has no campaign interface
 */
export function addressOf(operationId: OperationId, target: Target, parameters: PathParameters): string {
  const operation = operationOf(operationId);
  const baseUrl = operation.interface === "campaign" ? target.campaign?.baseUrl : target.baseUrl;
  if (baseUrl === undefined) throw new RangeError("The target has no campaign interface.");
  return baseUrl + operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(name, parameters));
}

/** The API key for an operation on a target. */
export function apiKeyFor(operationId: OperationId, target: Target): string {
  const isCampaign = operationOf(operationId).interface === "campaign";
  return isCampaign && target.campaign ? target.campaign.apiKey : target.apiKey;
}

function encoded(name: string, parameters: PathParameters): string {
  const value = parameters[name];
  if (value === undefined) throw new RangeError(`The path parameter ${name} is missing.`);
  return encodeURIComponent(value);
}

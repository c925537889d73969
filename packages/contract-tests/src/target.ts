/** The way by which a target is reached. */
export type Door = "fetch" | "msw" | "http" | "live";

/** The campaign interface, and a campaign to which prospects may be added. */
export interface CampaignTarget {
  baseUrl: string;
  apiKey: string;
  id: string;
}

/** A service that cases run on. */
export interface Target {
  door: Door;
  fetch: typeof globalThis.fetch;
  /** The external interface; ends with the version segment. */
  baseUrl: string;
  apiKey: string;
  campaign?: CampaignTarget | undefined;
  /** A key of another organization. */
  otherApiKey?: string | undefined;
  /** Moves the service's clock, in milliseconds. Only a fake has it. */
  advanceClock?: ((milliseconds: number) => void) | undefined;
  /** Pause between two reads of an analysis, in milliseconds. */
  pollIntervalMs: number;
  /** Longest wait for an analysis, in milliseconds. */
  pollTimeoutMs: number;
  /** Inputs that each generated case makes up. */
  generatedInputs: number;
  close(): Promise<void>;
}

/** What a case may need of a target beyond the external interface. */
export type Capability = "campaign" | "other organization" | "clock";

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

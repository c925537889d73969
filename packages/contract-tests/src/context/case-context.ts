import { must } from "../departure.ts";
import type { RecordingClient } from "../exchange/recording-client.ts";
import type { CampaignTarget, Target } from "../target.ts";
import type { Fresh } from "./fresh.ts";
import type { Once } from "./once.ts";

/** What the service answers to a question that the specification leaves open. */
export interface Observation {
  /** Id of the row in `ASSUMPTIONS.md`. */
  assumption: string;
  /** The row's answer, in words of the case. */
  expected: string;
  /** The service's answer: a word of the case's own, a status, or a word that `publicWord` lets through. */
  observed: string;
}

/** What a case works with. */
export interface CaseContext {
  client: RecordingClient;
  target: Target;
  fresh: Fresh;
  /** What is made once in a run, for all cases that only read it. */
  once: Once;
  /** Says what the service answers to an open question. A fake must answer as its row says. */
  observe(observation: Observation): void;
  /** Ends waits when the run is given up. */
  signal: AbortSignal;
}

/** The campaign of a case that needs one. */
export function campaignOf({ target }: CaseContext): CampaignTarget {
  must(target.campaign !== undefined, "The target has a campaign.");
  return target.campaign;
}

/** The other organization's key, of a case that needs one. */
export function otherKeyOf({ target }: CaseContext): string {
  must(target.otherApiKey !== undefined, "The target has another organization.");
  return target.otherApiKey;
}

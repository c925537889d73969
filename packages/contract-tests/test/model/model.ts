import type { MockService } from "@call-analysis/mock";
import type { RecordingClient } from "../../src/recording-client.ts";

/** An agent as the model knows it. */
export interface ModelAgent {
  id: string;
  name: string;
  email: string;
  isActive: boolean;
}

/** A grant, and whether something was uploaded to it. */
export interface ModelGrant {
  presignedUrl: string;
  publicUrl: string;
  expiresAtMs: number;
  bytes: Uint8Array | undefined;
}

/** A call, and all that its answers follow from. */
export interface ModelCall {
  callId: string;
  createdAtMs: number;
  /** The moment that its timestamps must show. */
  timestampMs: number;
  udfs: Record<string, unknown>;
  hasRecording: boolean;
}

/** The service in a few lines: what every response must follow from. */
export interface Model {
  nowMs: number;
  categoryId: string;
  agents: ModelAgent[];
  grants: ModelGrant[];
  calls: ModelCall[];
}

/** The service itself, and a client for it. */
export interface World {
  service: MockService;
  client: RecordingClient;
}

/** How long calls of the model take. */
export const timing = { processingMs: 1_000, pendingMs: 2_000, grantMs: 15 * 60_000 };

/** The active agents, in the order in which they came. */
export function activeAgents({ agents }: Model): ModelAgent[] {
  return agents.filter(({ isActive }) => isActive);
}

/** The active agent that an id or an e-mail in any case means. */
export function findMember(model: Model, idOrEmail: string): ModelAgent | undefined {
  return activeAgents(model).find(
    ({ id, email }) => id === idOrEmail || email.toLowerCase() === idOrEmail.toLowerCase(),
  );
}

/** The status that a call must have now. */
export function statusOf(model: Model, { createdAtMs, hasRecording }: ModelCall): string {
  const ageMs = model.nowMs - createdAtMs;
  if (ageMs < timing.processingMs) return "processing";
  if (ageMs < timing.processingMs + timing.pendingMs) return "pending";
  return hasRecording ? "completed" : "failed";
}

/** One of a list, by any number. */
export function pick<Item>(list: readonly Item[], number: number): Item {
  const item = list[number % list.length];
  if (item === undefined) throw new RangeError("There is nothing to pick from.");
  return item;
}

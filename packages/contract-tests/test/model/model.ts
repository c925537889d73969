import type { MockService } from "@call-analysis/mock";
import type { Client } from "../../src/client.ts";

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
  /** When something was uploaded for the first time. */
  firstStoredAtMs: number | undefined;
}

/** A call, with everything that determines its responses. */
export interface ModelCall {
  callId: string;
  createdAtMs: number;
  /** The time that its timestamps must show. */
  timestampMs: number;
  udfs: Record<string, unknown>;
  /** Whether its recording was there when it was created. */
  hadRecording: boolean;
  grant: ModelGrant;
}

/** A small model of the service. It determines every response. */
export interface Model {
  nowMs: number;
  categoryId: string;
  agents: ModelAgent[];
  grants: ModelGrant[];
  calls: ModelCall[];
}

/** The real service, and a client for it. */
export interface RealSystem {
  service: MockService;
  client: Client;
}

/** How long calls are in each status, and how long grants are valid, in milliseconds. */
export const timing = { processingMs: 1_000, pendingMs: 2_000, grantMs: 15 * 60_000 };

/** The active agents, in the order of their registration. */
export function activeAgents({ agents }: Model): ModelAgent[] {
  return agents.filter(({ isActive }) => isActive);
}

/** The active agent with this id, or with this e-mail in any case. */
export function findMember(model: Model, idOrEmail: string): ModelAgent | undefined {
  return activeAgents(model).find(
    ({ id, email }) => id === idOrEmail || email.toLowerCase() === idOrEmail.toLowerCase(),
  );
}

/** The status that a call must have now. */
export function statusOf(model: Model, { createdAtMs, hadRecording, grant }: ModelCall): string {
  const ageMs = model.nowMs - createdAtMs;
  const { firstStoredAtMs = Number.POSITIVE_INFINITY } = grant;
  const hasRecording = hadRecording || firstStoredAtMs < createdAtMs + timing.processingMs;
  if (ageMs < timing.processingMs) return "processing";
  if (ageMs < timing.processingMs + timing.pendingMs) return "pending";
  return hasRecording ? "completed" : "failed";
}

/** Picks an item of a list by any number. */
export function pick<Item>(list: readonly Item[], number: number): Item {
  const item = list[number % list.length];
  if (item === undefined) throw new RangeError("There is nothing to pick from.");
  return item;
}

import type { Match } from "../core/match.js";
import type { OperationName } from "../core/operations.js";

/** Times that vary around a median, most below twice of it, a few far above. */
export interface LognormalLatency {
  medianMs: number;
  /** How widely they vary: 0 not at all, 1 from a third to three times for most. */
  sigma: number;
}

/** Which requests a fault strikes. */
export interface FaultSelector {
  /** @default every operation */
  operation?: OperationName;
  /** Fields that the request must have, such as `{ categoryId }` or `{ filename }`. @default any */
  match?: Match;
  /** How many requests it strikes. @default all */
  times?: number;
  /** How likely it strikes a request that matches, above 0 to 1, by the service's seed. @default 1 */
  probability?: number;
  /**
   * Whether the request fails before the service does anything about it, or after: a `createCall` that fails
   * `after` has created the call. Faults of answer bodies always come after. @default "before"
   */
  when?: "before" | "after";
}

/** An answer with a status that the service would not give. */
export interface StatusFault {
  /** 200 to 599. */
  status: number;
  /** A text as it is, or any other value as JSON. @default the interface's own form of an error */
  body?: unknown;
  /** The header Retry-After: seconds, or a date. */
  retryAfter?: number | string | Date;
}

/** `error`: the connection ends without an answer. `reset`: it is reset. `timeout`: no answer ever comes. */
export type NetworkFault = "error" | "reset" | "timeout";

/**
 * `truncate`: the connection breaks after half the body. `stall`: nothing comes after half of it. `slow-chunks`: it
 * comes in small pieces. `empty` and `malformed`: it comes whole, and is no JSON.
 */
export type BodyFault = "truncate" | "empty" | "malformed" | "stall" | "slow-chunks";

/** An upload that is slow, or whose connection breaks once so many bytes have come. */
export type UploadFault = { bytesPerSecond: number } | { cutAfterBytes: number };

/** What goes wrong; latency may come with any of the others. */
export type FaultEffect =
  | { latencyMs: number | LognormalLatency }
  | (StatusFault & { latencyMs?: number | LognormalLatency })
  | { network: NetworkFault; latencyMs?: number | LognormalLatency }
  | { body: BodyFault; latencyMs?: number | LognormalLatency }
  | { upload: UploadFault; latencyMs?: number | LognormalLatency };

/** A fault to inject. */
export type Fault = FaultSelector & FaultEffect;

/** What goes wrong on purpose. Reached as `service.faults`. */
export interface FaultControls {
  /**
   * Adds a fault. Of several failures that match a request the latest counts; a delay goes together with the failure
   * of another fault.
   *
   * @throws {MockServiceError} which names the field, when it is no fault
   */
  inject(fault: Fault): void;
  /** Takes every fault away. */
  clear(): void;
}

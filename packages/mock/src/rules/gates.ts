/** Gates: rules that hold requests until a test releases them. */
import * as z from "zod";
import { checkShape, oneOf } from "../core/check-shape.js";
import { type OperationName, operationNames } from "../core/operations.js";
import type { ReceivedRequest } from "../core/received-request.js";
import { type AnyMatch, checkMatch, type RequestAttributes } from "./match.js";
import type { Rules } from "./rules.js";
import { type RuleSelector, selectorFields } from "./selector.js";

/** Holds every request that matches, before the service does anything with it, until the gate is released. */
export interface Gate {
  readonly id: string;
  /** How many requests it holds now. A request that is aborted no longer counts. */
  readonly held: number;
  /** Resolves once a request is held. @throws {Error} when the gate is released before one is */
  reached(): Promise<void>;
  /** Releases all held requests, and removes the gate. */
  release(): void;
}

/** Returns the fields of a gate once they are known to be so. @throws {MockServiceError} @throws {UnknownFieldError} */
export function checkGate(value: unknown): RuleSelector {
  const gate = checkShape(gateSchema, value);
  checkMatch(gate.match ?? {}, { operation: gate.operation, place: "match" });
  return gate;
}

const gateSchema = z.strictObject({ ...selectorFields, operation: oneOf(operationNames) });

/**
 * Adds a gate for an operation.
 *
 * @throws {TypeError} when its requests have no field of that name
 * @throws {MockServiceError} when there is no such operation, or no request can have a value of the match
 */
export function holdRequests(rules: Rules, gate: { operation: OperationName; match?: AnyMatch | undefined }): Gate {
  const rule = rules.insert("gate", checkGate(gate));
  return {
    id: rule.id,
    get held() {
      return rule.held.count;
    },
    reached: () => rule.held.reached(),
    // Ids begin again after a reset: a gate of before must not remove another.
    release: () => void (rules.get(rule.id) === rule && rules.remove(rule.id)),
  };
}

/**
 * Resolves once no gate holds a request any more. All that match hold it at the same time.
 *
 * @throws the signal's reason when it aborts
 */
export async function passGates(rules: Rules, attributes: RequestAttributes, received: ReceivedRequest): Promise<void> {
  const gates = rules.take("gate", attributes).reverse();
  received.appliedRules.push(...gates.map(({ id }) => id));
  await Promise.all(gates.map(({ held }) => held.hold(received.signal)));
}

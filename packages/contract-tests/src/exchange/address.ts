import { operationOf } from "../contract/document.ts";
import type { OperationId } from "../contract/operation-types.ts";
import type { Target } from "../target.ts";

/** Path parameters by name. */
export type PathParameters = Readonly<Record<string, string>>;

/**
 * The address of an operation on a target.
 *
 * @throws {RangeError} when a parameter is not given, or the target has no campaign interface
 */
export function addressOf(operationId: OperationId, target: Target, parameters: PathParameters): string {
  const { path, interface: side } = operationOf(operationId);
  const base = side === "campaign" ? target.campaign?.baseUrl : target.baseUrl;
  if (base === undefined) throw new RangeError("The target has no campaign interface.");
  return base + path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(name, parameters));
}

/** The key with which an operation is asked for on a target. */
export function keyFor(operationId: OperationId, target: Target): string {
  const isCampaign = operationOf(operationId).interface === "campaign";
  return isCampaign && target.campaign ? target.campaign.apiKey : target.apiKey;
}

function encoded(name: string, parameters: PathParameters): string {
  const value = parameters[name];
  if (value === undefined) throw new RangeError(`The path parameter ${name} is not given.`);
  return encodeURIComponent(value);
}

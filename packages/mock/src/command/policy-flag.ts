import { defaultPolicies, isPolicyName, type Policies, parsePolicyValue } from "../core/policies.js";

/**
 * Reads policies as they are written on the command line, each as `name=value`.
 *
 * @throws {RangeError} which names what there is no such policy or value of
 * @example
 * parsePolicies(["emailInUseStatus=422", "missingUdfs=null"])
 */
export function parsePolicies(texts: readonly string[]): Partial<Policies> {
  return Object.fromEntries(texts.map(parsePolicy));
}

function parsePolicy(text: string): [string, unknown] {
  const [, name = "", value = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (!isPolicyName(name)) {
    const known = Object.keys(defaultPolicies).join(", ");
    throw new RangeError(`is "${text}", and must be name=value with one of the names ${known}.`);
  }
  const parsed = parsePolicyValue(name, value);
  if (parsed) return [name, parsed.value];
  throw new RangeError(`${name} cannot be "${value}"; by default it is ${JSON.stringify(defaultPolicies[name])}.`);
}

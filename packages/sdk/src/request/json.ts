/** Serialises a request body as JSON. Pure. */
import { ConfigurationError } from "../errors.js";

/** @throws {ConfigurationError} for what JSON cannot write */
export function toJson(name: string, value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    const why = "it contains itself, a BigInt, or a toJSON() that throws. See `cause`";
    throw new ConfigurationError(`${name} cannot be written as JSON: ${why}.`, { cause });
  }
}
